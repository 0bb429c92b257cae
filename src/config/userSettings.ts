/**
 * VS Code counts a remote host's settings as the user's; a repository's container can fill them, so they only tighten.
 */
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './contributions';
import { HOLDING_BACK, type RawSource, type RawValues } from './sources';
import { readSettings } from './settingsObject';
import type { RuleStore } from './stickyRules';
import { t } from '@vscode/l10n';

/** `inspect()` of one setting; some editors lack the last two. */
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
    // A profile's local settings lack those of all profiles.
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
      "This editor does not separate your own settings from the remote host's. The rules last seen on your own machine stay in force; open a window without a remote host to update them.",
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

export interface UserSettings {
  readonly levelsOf: (name: string) => UserLevels | undefined | 'unreadable';
  readonly remote: boolean;
  readonly localLists: RuleStore;
}

/** Unreadable lists hold as any window last saw them. */
export function rememberedUserSources({ levelsOf, remote, localLists }: UserSettings): readonly RawSource[] {
  const kept = localLists.get() as LocalLists | undefined;
  const unreadable = new Set<SettingKey>();
  const readableLevels = (key: SettingKey): UserLevels | undefined => {
    const levels = levelsOf(key);
    if (levels !== 'unreadable') return levels;
    unreadable.add(key);
    const own = kept?.[key as keyof LocalLists];
    return { globalValue: own, globalLocalValue: own, globalRemoteValue: undefined };
  };
  const { sources, lists } = userSources(readableLevels, remote, kept);
  if (unreadable.size > 0) return sources.map((source, at) => (at === 0 ? withoutSight(source) : source));
  if (lists !== undefined && JSON.stringify(lists) !== JSON.stringify(kept)) localLists.set(lists);
  const [user, ...others] = sources;
  const all = levelsOf(SETTINGS_PREFIX);
  const own = all === 'unreadable' ? undefined : remote ? all?.globalLocalValue : all?.globalValue;
  const { problems, values } = readSettings(own ?? {}, 'user', undefined);
  if (user === undefined || problems === undefined) return sources;
  // Old names count if the new one is unset.
  const withRenamed = { ...values, ...defined(user.values) };
  return [{ ...user, values: withRenamed, problems: [...(user.problems ?? []), ...problems] }, ...others];
}

/**
 * A written list keeps its old entries, so they must be complete and the user's; VS Code writes to the host what is set
 * there.
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

function withoutSight(source: RawSource): RawSource {
  const problem = {
    key: SETTINGS_PREFIX,
    source: 'user' as const,
    entry: t('settings'),
    message: t(
      "The editor cannot tell your settings from the workspace's, which are nested too deeply, so every call asks. Your deny and ask rules hold as they were last seen. Correct the settings of the workspace.",
    ),
  };
  return { ...source, problems: [...(source.problems ?? []), problem], unreadable: 'your settings' };
}

function defined(values: RawValues): RawValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
