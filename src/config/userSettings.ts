/**
 * A remote host's settings count as the user's in VS Code; a repository's container can fill them. They only tighten.
 */
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './contributions';
import { HOLDING_BACK, type RawSource, type RawValues } from './sources';
import { t } from '@vscode/l10n';

/** `inspect()` of one setting. Some editors omit the last two. */
export interface UserLevels {
  readonly globalValue?: unknown;
  readonly globalLocalValue?: unknown;
  readonly globalRemoteValue?: unknown;
}

export type LocalLists = Pick<RawValues, 'permissions.deny' | 'permissions.ask'>;

export interface UserSources {
  readonly sources: readonly RawSource[];
  readonly lists: LocalLists | undefined;
}

/** @param lastLists last seen by any window */
export function userSources(
  inspect: (key: SettingKey) => UserLevels | undefined,
  remote: boolean,
  lastLists: LocalLists | undefined,
): UserSources {
  const levels = Object.values(SETTINGS).map((key) => [key, inspect(key) ?? {}] as const);
  const values = (read: (levels: UserLevels, key: SettingKey) => unknown): RawValues =>
    Object.fromEntries(levels.map(([key, level]) => [key, read(level, key)]));
  if (!remote) {
    const user = values(({ globalValue }) => globalValue);
    return { sources: [{ source: 'user', values: user }], lists: listsOf(user) };
  }
  const apart = levels.some(([, level]) => 'globalRemoteValue' in level);
  if (apart) {
    // A profile's local settings omit those for all profiles.
    const user = values(({ globalLocalValue, globalRemoteValue, globalValue }, key) => {
      if (globalLocalValue !== undefined) return globalLocalValue;
      return globalRemoteValue === undefined ? globalValue : lastLists?.[key as keyof LocalLists];
    });
    const host = values(({ globalRemoteValue }) => globalRemoteValue);
    return {
      sources: [
        { source: 'user', values: user },
        { source: 'remote', values: host },
      ],
      lists: listsOf(user),
    };
  }
  const user = { ...values(({ globalValue }, key) => (HOLDING_BACK.has(key) ? undefined : globalValue)), ...lastLists };
  const host = values(({ globalValue }, key) => (HOLDING_BACK.has(key) ? globalValue : undefined));
  const problem = {
    key: `${SETTINGS_PREFIX}.permissions`,
    source: 'user' as const,
    entry: t('deny and ask rules of the user'),
    message: t(
      "This editor does not tell your own settings from the remote host's. The rules that were last seen on your own machine stay in force; open a window without a remote host to have changes noticed.",
    ),
  };
  return {
    sources: [
      { source: 'user', values: user, problems: [problem] },
      { source: 'remote', values: host },
    ],
    lists: undefined,
  };
}

/**
 * Lists are written with their old entries, which must be the user's own and complete; VS Code writes to the host if
 * that sets the same.
 */
export function whyNotWritable(name: string, levels: UserLevels | undefined, remote: boolean): string | undefined {
  if (!remote || !HOLDING_BACK.has(name as SettingKey)) return undefined;
  const isKnown = levels !== undefined && 'globalRemoteValue' in levels && levels.globalRemoteValue === undefined;
  return isKnown
    ? undefined
    : `${SETTINGS_PREFIX}.${name} was not changed, because here it cannot be told from the remote host's. Change it in a window without a remote host.`;
}

function listsOf(values: RawValues): LocalLists {
  return {
    'permissions.deny': values['permissions.deny'],
    'permissions.ask': values['permissions.ask'],
  };
}
