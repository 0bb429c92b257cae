import { isDeepStrictEqual } from 'node:util';
import type { SettingKey } from '../../../src/config/contributions';
import { builtInEntries, type DefaultsKey } from '../../../src/config/defaultRules';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import { environmentSettings } from '../../../src/config/environmentSettings';
import { managedPolicy } from '../../../src/config/managedPolicy';
import type { EffectiveSettings, FolderOverrides, PathRules, RawSource, RawSources } from '../../../src/config/sources';
import { ruleProblem } from '../../../src/rules/permissionRule';

export const PATHS: PathRules = {
  home: '/home/u',
  isAbsolute: (path) => path.startsWith('/'),
  isInside: (path, folder) => path === folder || path.startsWith(`${folder}/`),
};

export const builtIn = (key: DefaultsKey): readonly string[] => builtInEntries(key, 'mustBeNamed');

/** For each setting: a value that holds back more than the built-in one, one that holds back less, and how it reads when in force. */
export interface Row {
  readonly tighter: unknown;
  readonly looser: unknown;
  /** In force: with the first value, with the second, with neither. */
  readonly reads: readonly [unknown, unknown, unknown];
  readonly read: (settings: EffectiveSettings) => unknown;
}

export const inForce =
  (read: (configuration: EffectiveSettings['configuration']) => unknown) =>
  ({ configuration }: EffectiveSettings): unknown =>
    read(configuration);
const value = (tighter: unknown, looser: unknown, otherwise: unknown, read: Row['read']): Row => ({
  tighter,
  looser,
  reads: [tighter, looser, otherwise],
  read,
});
const section = (key: DefaultsKey, tighter: readonly string[], looser: readonly string[], read: Row['read']): Row => {
  const expanded = (texts: readonly string[]): readonly string[] =>
    texts.flatMap((text) => (text === '$defaults' ? builtIn(key) : [text]));
  return { tighter, looser, reads: [expanded(tighter), expanded(looser), builtIn(key)], read };
};
export const texts = (entries: readonly { readonly text: string; readonly source: string }[]): string[] =>
  entries.filter(({ source }) => source !== 'default').map(({ text }) => text);
const values = (entries: readonly { readonly value: string }[]): string[] => entries.map((entry) => entry.value);

/** Settings in which a change of any kind may loosen have no tighter value: the first one then is as loose as the second. */
export const ROWS: Readonly<Record<Exclude<SettingKey, 'folders' | 'permissions.deny' | 'permissions.ask'>, Row>> = {
  enabled: value(
    true,
    false,
    true,
    inForce(({ enabled }) => enabled),
  ),
  'permissions.allow': value(
    [],
    ['fetch(a)'],
    [],
    inForce(({ permissions }) => texts(permissions.allow)),
  ),
  'rules.allow': section(
    'rules.allow',
    [],
    ['$defaults', 'X'],
    inForce(({ rules }) => values(rules.allow)),
  ),
  'rules.softDeny': section(
    'rules.softDeny',
    ['$defaults', 'X'],
    [],
    inForce(({ rules }) => values(rules.softDeny)),
  ),
  'rules.hardDeny': section(
    'rules.hardDeny',
    ['$defaults', 'X'],
    [],
    inForce(({ rules }) => values(rules.hardDeny)),
  ),
  'rules.environment': section(
    'rules.environment',
    ['$defaults'],
    ['X'],
    inForce(({ rules }) => values(rules.environment)),
  ),
  'rules.defaultBranchPush': {
    tighter: 'mustBeNamed',
    looser: 'ordinary',
    reads: [builtIn('rules.softDeny'), builtInEntries('rules.softDeny', 'ordinary'), builtIn('rules.softDeny')],
    read: inForce(({ rules }) => values(rules.softDeny)),
  },
  protectedPaths: section(
    'protectedPaths',
    ['$defaults', 'x'],
    [],
    inForce((all) => values(all.protectedPaths)),
  ),
  'fastPaths.workspaceEdits': value(
    false,
    true,
    true,
    inForce(({ fastPaths }) => fastPaths.workspaceEdits),
  ),
  'fastPaths.readOnlyCommands': value(
    false,
    true,
    true,
    inForce(({ fastPaths }) => fastPaths.readOnlyCommands),
  ),
  'fastPaths.workspaceWrites': value(
    false,
    true,
    true,
    inForce(({ fastPaths }) => fastPaths.workspaceWrites),
  ),
  'fastPaths.localGit': value(
    false,
    true,
    true,
    inForce(({ fastPaths }) => fastPaths.localGit),
  ),
  'fastPaths.containedCommands': value(
    false,
    true,
    true,
    inForce(({ fastPaths }) => fastPaths.containedCommands),
  ),
  'fastPaths.keptRemovals': value(
    false,
    true,
    true,
    inForce(({ fastPaths }) => fastPaths.keptRemovals),
  ),
  'contained.commands': value(
    ['$defaults', '!npx'],
    ['$defaults', 'curl'],
    ['$defaults'],
    inForce(({ contained }) => contained.commands),
  ),
  'classifier.model': value(
    '',
    'evil/model',
    '',
    inForce(({ classifier }) => classifier.model ?? ''),
  ),
  'classifier.baseUrl': value(
    '',
    'http://evil/',
    '',
    inForce(({ classifier }) => classifier.baseUrl ?? ''),
  ),
  'classifier.timeoutSeconds': value(
    5,
    300,
    20,
    inForce(({ classifier }) => classifier.timeoutSeconds),
  ),
  'classifier.maxTranscriptEntries': value(
    50,
    0,
    20,
    inForce(({ classifier }) => classifier.maxTranscriptEntries),
  ),
  'classifier.assistantText': value(
    false,
    true,
    true,
    inForce(({ classifier }) => classifier.assistantText),
  ),
  'classifier.whenUnavailable': value(
    'block',
    'ask',
    'block',
    inForce(({ classifier }) => classifier.whenUnavailable),
  ),
  'classifier.onBlock': value(
    'block',
    'ask',
    'block',
    inForce(({ classifier }) => classifier.onBlock),
  ),
  'classifier.stages': value(
    'one',
    'two',
    'auto',
    inForce(({ classifier }) => classifier.stages),
  ),
  'classifier.logRequests': value(
    false,
    true,
    false,
    inForce(({ classifier }) => classifier.logRequests),
  ),
  'classifier.prices': value(
    {},
    { 'evil/model': { input: 0, cachedInput: 0, output: 0 } },
    {},
    inForce(({ classifier }) => classifier.prices),
  ),
  'pause.consecutive': value(
    1,
    1000,
    3,
    inForce(({ pause }) => pause.consecutive),
  ),
  'pause.total': value(
    1,
    10_000,
    20,
    inForce(({ pause }) => pause.total),
  ),
  'snapshots.enabled': value(
    true,
    false,
    true,
    inForce(({ snapshots }) => snapshots.enabled),
  ),
  'snapshots.maxMegabytes': value(
    10_000,
    10,
    200,
    inForce(({ snapshots }) => snapshots.maxMegabytes),
  ),
  'snapshots.maxSeconds': value(
    60,
    1,
    3,
    inForce(({ snapshots }) => snapshots.maxSeconds),
  ),
  'snapshots.keepDays': value(
    365,
    1,
    7,
    inForce(({ snapshots }) => snapshots.keepDays),
  ),
  'agents.anyWindow': value(
    false,
    true,
    false,
    inForce(({ agents }) => agents.anyWindow),
  ),
  'agents.ownJudge': value(
    { codex: 'always' },
    { 'claude-code': 'never' },
    {},
    inForce(({ agents }) => agents.ownJudge),
  ),
  'notifications.badge': value(
    true,
    false,
    true,
    inForce(({ notifications }) => notifications.badge),
  ),
  'notifications.sound': value(
    true,
    false,
    false,
    inForce(({ notifications }) => notifications.sound),
  ),
  'notifications.questions': value(
    'dialog',
    'panel',
    'dialog',
    inForce(({ notifications }) => notifications.questions),
  ),
  'notifications.blocks': value(
    'all',
    'none',
    'all',
    inForce(({ notifications }) => notifications.blocks),
  ),
};
export type PlainKey = keyof typeof ROWS;
export const KEYS = Object.keys(ROWS) as PlainKey[];

/** The built-in value is already the loosest: setting it loosens nothing. */
export const LOOSEST_BY_DEFAULT: ReadonlySet<SettingKey> = new Set([
  'fastPaths.workspaceEdits',
  'fastPaths.readOnlyCommands',
  'fastPaths.workspaceWrites',
  'fastPaths.localGit',
  'fastPaths.containedCommands',
  'fastPaths.keptRemovals',
  'classifier.assistantText',
  // Waiting longer or shorter for the classifier allows nothing.
  'classifier.timeoutSeconds',
  // None of these decides anything.
  'classifier.logRequests',
  'classifier.prices',
  'notifications.badge',
  'notifications.sound',
  'notifications.questions',
  'notifications.blocks',
  ...(isDeepStrictEqual(builtInEntries('rules.softDeny', 'ordinary'), builtIn('rules.softDeny'))
    ? (['rules.defaultBranchPush'] as const)
    : []),
]);
/** Sentences for the classifier: a place that a repository can write adds none, however strict they look. */
export const SENTENCES: ReadonlySet<SettingKey> = new Set(['rules.softDeny', 'rules.hardDeny']);

/** What a source may do. `words`: it may also add sentences for the classifier. */
export type Rights = 'everything' | 'tightening, words' | 'tightening' | 'lists' | 'nothing';

export interface Place {
  readonly name: string;
  readonly rights: { readonly trusted: Rights; readonly untrusted: Rights };
  /** By rank: a lower number wins. */
  readonly rank: number;
  raw(key: SettingKey, setting: unknown): Pick<RawSources, 'sources' | 'overrides'>;
}

const folderPlace = (name: string, overrides: Partial<FolderOverrides>, trusted: Rights, untrusted: Rights): Place => ({
  name,
  rights: { trusted, untrusted },
  rank: 2,
  raw: (key, setting) => ({
    sources: [{ source: 'user', values: { folders: { '~/code': { [key]: setting } } } }],
    overrides: {
      of: [{ path: '/home/u/code/a', real: '/home/u/code/a' }],
      mayLoosen: true,
      paths: PATHS,
      ...overrides,
    },
  }),
});
export const environmentPlace = (name: string, confirmed: boolean, remote: boolean, rights: Rights): Place => ({
  name,
  rights: { trusted: rights, untrusted: rights },
  rank: 1,
  raw: (key, setting) => {
    const source = environmentSettings(JSON.stringify({ [`autoMode.${key}`]: setting }), confirmed, remote);
    return { sources: source === undefined ? [] : [source] };
  },
});
const plainPlace = (name: string, source: RawSource['source'], rank: number, rights: Rights): Place => ({
  name,
  rights: { trusted: rights, untrusted: rights },
  rank,
  raw: (key, setting) => ({ sources: [{ source, values: { [key]: setting } }] }),
});

/** As the reader makes them: an override loosens only in a trusted workspace, for a call from the folder itself. */
export const PLACES: readonly Place[] = [
  {
    name: 'managed policy',
    rights: { trusted: 'everything', untrusted: 'everything' },
    rank: 0,
    raw: (key, setting) => ({ sources: [managedPolicy(JSON.stringify({ [key]: setting }), '/etc/p').source] }),
  },
  environmentPlace('environment, confirmed', true, false, 'everything'),
  environmentPlace('environment, not confirmed', false, false, 'tightening'),
  environmentPlace('environment of a container', false, true, 'tightening'),
  environmentPlace('environment of a container, confirmed elsewhere', true, true, 'tightening'),
  folderPlace('override of the folder', {}, 'everything', 'tightening, words'),
  folderPlace('override, call from elsewhere', { mayLoosen: false }, 'tightening, words', 'tightening, words'),
  folderPlace(
    'override, folder reached through a link',
    { of: [{ path: '/home/u/code/link', real: '/elsewhere' }] },
    'tightening, words',
    'tightening, words',
  ),
  folderPlace(
    'override, real folder unknown',
    { of: [{ path: '/home/u/code/a', real: undefined }] },
    'tightening, words',
    'tightening, words',
  ),
  folderPlace(
    'override of another folder',
    { of: [{ path: '/home/u/codeer', real: '/home/u/codeer' }] },
    'nothing',
    'nothing',
  ),
  plainPlace('user', 'user', 3, 'everything'),
  plainPlace('remote machine', 'remote', 4, 'tightening'),
  plainPlace('workspace file', 'workspace', 5, 'lists'),
  plainPlace('workspace folder', 'workspace', 5, 'lists'),
];

export function result(
  raw: Pick<RawSources, 'sources' | 'overrides'>,
  trusted: boolean,
  forbidLoosening = false,
): EffectiveSettings {
  const { overrides } = raw;
  const whole = {
    ...raw,
    ...(overrides === undefined ? {} : { overrides: { ...overrides, mayLoosen: overrides.mayLoosen && trusted } }),
  };
  return effectiveConfiguration({ ...whole, trusted, workspaceFolders: [], forbidLoosening }, ruleProblem);
}

/** Whether a value counts, by the rights of its source alone. */
export function counts(rights: Rights, key: PlainKey, which: 0 | 1): boolean {
  if (rights === 'everything') return true;
  if (rights === 'lists' || rights === 'nothing') return false;
  if (which === 1) return LOOSEST_BY_DEFAULT.has(key);
  // Fewer exceptions for the classifier are no sentence of anybody's.
  return rights === 'tightening, words' || !SENTENCES.has(key);
}
