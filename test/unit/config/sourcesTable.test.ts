/** Every source, every setting, a value that tightens and one that loosens, trusted or not, loosening forbidden or not: what is in force. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { SETTINGS, type SettingKey } from '../../../src/config/contributions';
import { builtInEntries, type DefaultsKey } from '../../../src/config/defaultRules';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import { environmentSettings } from '../../../src/config/environmentSettings';
import { managedPolicy } from '../../../src/config/managedPolicy';
import type { EffectiveSettings, FolderOverrides, PathRules, RawSource, RawSources } from '../../../src/config/sources';
import { userSources, whyNotWritable } from '../../../src/config/userSettings';
import { ruleProblem } from '../../../src/rules/permissionRule';

const PATHS: PathRules = {
  home: '/home/u',
  isAbsolute: (path) => path.startsWith('/'),
  isInside: (path, folder) => path === folder || path.startsWith(`${folder}/`),
};

const builtIn = (key: DefaultsKey): readonly string[] => builtInEntries(key, 'mustBeNamed');

/** For each setting: a value that holds back more than the built-in one, one that holds back less, and how it reads when in force. */
interface Row {
  readonly tighter: unknown;
  readonly looser: unknown;
  /** In force: with the first value, with the second, with neither. */
  readonly reads: readonly [unknown, unknown, unknown];
  readonly read: (settings: EffectiveSettings) => unknown;
}

const inForce =
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
const texts = (entries: readonly { readonly text: string; readonly source: string }[]): string[] =>
  entries.filter(({ source }) => source !== 'default').map(({ text }) => text);
const values = (entries: readonly { readonly value: string }[]): string[] => entries.map((entry) => entry.value);

/** Settings in which a change of any kind may loosen have no tighter value: the first one then is as loose as the second. */
const ROWS: Readonly<Record<Exclude<SettingKey, 'folders' | 'permissions.deny' | 'permissions.ask'>, Row>> = {
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
  'agents.anyWindow': value(
    false,
    true,
    false,
    inForce(({ agents }) => agents.anyWindow),
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
type PlainKey = keyof typeof ROWS;
const KEYS = Object.keys(ROWS) as PlainKey[];

/** The built-in value is already the loosest: setting it loosens nothing. */
const LOOSEST_BY_DEFAULT: ReadonlySet<SettingKey> = new Set([
  'fastPaths.workspaceEdits',
  'fastPaths.readOnlyCommands',
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
const SENTENCES: ReadonlySet<SettingKey> = new Set(['rules.softDeny', 'rules.hardDeny']);

/** What a source may do. `words`: it may also add sentences for the classifier. */
type Rights = 'everything' | 'tightening, words' | 'tightening' | 'lists' | 'nothing';

interface Place {
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
const environmentPlace = (name: string, confirmed: boolean, remote: boolean, rights: Rights): Place => ({
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
const PLACES: readonly Place[] = [
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

function result(
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
function counts(rights: Rights, key: PlainKey, which: 0 | 1): boolean {
  if (rights === 'everything') return true;
  if (rights === 'lists' || rights === 'nothing') return false;
  if (which === 1) return LOOSEST_BY_DEFAULT.has(key);
  // Fewer exceptions for the classifier are no sentence of anybody's.
  return rights === 'tightening, words' || !SENTENCES.has(key);
}

describe('what is in force, by source and setting', () => {
  for (const place of PLACES) {
    for (const trusted of [true, false]) {
      for (const forbidden of [false, true]) {
        const where = `${place.name}, ${trusted ? 'trusted' : 'untrusted'}${forbidden ? ', loosening forbidden' : ''}`;
        const rights = trusted ? place.rights.trusted : place.rights.untrusted;
        const held: Rights = forbidden && rights === 'everything' && place.rank !== 0 ? 'tightening, words' : rights;

        it(where, () => {
          for (const key of KEYS) {
            const { tighter, looser, reads, read } = ROWS[key];
            for (const [which, setting] of [tighter, looser].entries() as ArrayIterator<[0 | 1, unknown]>) {
              const settings = result(place.raw(key, setting), trusted, forbidden);
              const about = `${key}: ${JSON.stringify(setting)}`;
              assert.deepEqual(read(settings), reads[counts(held, key, which) ? which : 2], about);
              for (const other of KEYS.filter((candidate) => candidate !== key)) {
                const both = [key, other];
                // It says which of the built-in rules these two lists hold.
                const linked = both.includes('rules.softDeny') || both.includes('rules.allow');
                if (linked && both.includes('rules.defaultBranchPush')) continue;
                assert.deepEqual(ROWS[other].read(settings), ROWS[other].reads[2], `${about} changes ${other}`);
              }
              const silent = counts(held, key, which) || held === 'nothing';
              const told = settings.ignored.filter(({ key: named }) => named === `autoMode.${key}`);
              assert.equal(told.length > 0, !silent, `${about} is told to have no effect`);
              assert.deepEqual(settings.problems, [], about);
            }
          }
        });

        it(`${where}: deny and ask rules`, () => {
          for (const list of ['deny', 'ask'] as const) {
            const settings = result(place.raw(`permissions.${list}`, ['bash(x)']), trusted, forbidden);
            const expected = held === 'nothing' ? [] : ['bash(x)'];
            assert.deepEqual(texts(settings.configuration.permissions[list]), expected, list);
            assert.deepEqual(settings.ignored, [], list);
          }
        });
      }
    }
  }

  it('overrides count from the user, the confirmed environment and the policy, and nowhere else', () => {
    const folders = { '/home/u/code': { enabled: false } };
    const overrides: FolderOverrides = {
      of: [{ path: '/home/u/code/a', real: '/home/u/code/a' }],
      mayLoosen: true,
      paths: PATHS,
    };
    for (const place of PLACES.filter(({ rank }) => rank !== 2)) {
      const { sources } = place.raw('folders', folders);
      const { configuration, ignored } = result({ sources, overrides }, true);
      assert.equal(configuration.enabled, place.rights.trusted !== 'everything', place.name);
      assert.equal(ignored.length > 0, place.rights.trusted !== 'everything', place.name);
      const tightens = { '/home/u/code': { 'permissions.deny': ['bash(x)'], enabled: false } };
      const forbidden = result({ sources: place.raw('folders', tightens).sources, overrides }, true, true);
      assert.equal(forbidden.configuration.enabled, true, `${place.name}: loosening forbidden`);
      const denies = place.rights.trusted === 'everything' ? ['bash(x)'] : [];
      assert.deepEqual(texts(forbidden.configuration.permissions.deny), denies, place.name);
    }
    const nested = { '/home/u': { folders: { '/home/u/code': { enabled: false } } } };
    const inner = result({ sources: [{ source: 'user', values: { folders: nested } }], overrides }, true);
    assert.equal(inner.configuration.enabled, true, 'an override holds no overrides');
  });

  it('what only the unconfirmed environment lacks is said to loosen, so that it can be confirmed', () => {
    const { ignored } = result(
      environmentPlace('', false, false, 'tightening').raw('folders', { '/home/u': { enabled: false } }),
      true,
    );
    assert.deepEqual(
      ignored.map(({ key, source, why }) => [key, source, why]),
      [['autoMode.folders', 'environment', 'loosens']],
    );
  });
});

describe('who wins, between two sources', () => {
  /** Two values that every source which may tighten can set, the second tighter than the first, and both than the built-in one. */
  const PAIRS: Readonly<Partial<Record<PlainKey, readonly [unknown, unknown]>>> = {
    'pause.consecutive': [2, 1],
    'pause.total': [10, 5],
    'classifier.maxTranscriptEntries': [30, 40],
    'classifier.timeoutSeconds': [10, 15],
    protectedPaths: [
      ['$defaults', 'a'],
      ['$defaults', 'a', 'b'],
    ],
  };
  const places = PLACES.filter(({ rights }) => rights.trusted !== 'nothing' && rights.trusted !== 'lists');
  const together = (key: PlainKey, a: Place, first: unknown, b: Place, second: unknown): EffectiveSettings => {
    const raws = [a.raw(key, first), b.raw(key, second)];
    const ordered = [a, b].map((place, at) => ({ rank: place.rank === 2 ? 3 : place.rank, raw: raws[at]! }));
    const sources = ordered.toSorted((x, y) => x.rank - y.rank).flatMap(({ raw }) => raw.sources);
    const users = sources.filter(({ source }) => source === 'user');
    const user: RawSource = {
      source: 'user',
      values: Object.assign({}, ...users.map((source) => source.values)) as object,
    };
    const at = sources.findIndex(({ source }) => source === 'user');
    const others = sources.filter(({ source }) => source !== 'user');
    const overrides = raws.find((raw) => raw.overrides !== undefined)?.overrides;
    return result(
      {
        sources: users.length === 0 ? others : [...others.slice(0, at), user, ...others.slice(at)],
        ...(overrides === undefined ? {} : { overrides }),
      },
      true,
    );
  };

  for (const [at, stronger] of places.entries()) {
    for (const weaker of places.slice(at + 1).filter(({ rank }) => rank > stronger.rank)) {
      it(`${stronger.name} over ${weaker.name}`, () => {
        for (const key of KEYS) {
          const pair = PAIRS[key];
          if (pair === undefined) continue;
          const expanded = (setting: unknown): unknown =>
            Array.isArray(setting) ? [...builtIn('protectedPaths'), ...(setting as string[]).slice(1)] : setting;
          const [loose, tight] = pair;
          const tighter = together(key, stronger, tight, weaker, loose);
          assert.deepEqual(ROWS[key].read(tighter), expanded(tight), `${key}: the stronger one is tighter`);
          const looser = together(key, stronger, loose, weaker, tight);
          const mayLoosen = stronger.rights.trusted === 'everything' || key === 'classifier.timeoutSeconds';
          const expected = expanded(mayLoosen ? loose : tight);
          assert.deepEqual(ROWS[key].read(looser), expected, `${key}: the stronger one is looser`);
        }
      });

      it(`${stronger.name} and ${weaker.name}: deny and ask rules of both`, () => {
        for (const list of ['deny', 'ask'] as const) {
          const raws = [
            stronger.raw(`permissions.${list}`, ['bash(s)']),
            weaker.raw(`permissions.${list}`, ['bash(w)']),
          ];
          const overrides = raws.find((raw) => raw.overrides !== undefined)?.overrides;
          const settings = result(
            { sources: raws.flatMap((raw) => raw.sources), ...(overrides === undefined ? {} : { overrides }) },
            true,
          );
          assert.deepEqual(texts(settings.configuration.permissions[list]).toSorted(), ['bash(s)', 'bash(w)'], list);
        }
      });
    }
  }
});

describe("the user's settings, as the editor gives them", () => {
  const own = { 'permissions.deny': ['bash(own)'] };
  const host = { 'permissions.deny': ['bash(host)'] };
  const deny = (sources: readonly RawSource[]): string[] =>
    texts(result({ sources }, true).configuration.permissions.deny);
  const levels = (all: Readonly<Record<string, Readonly<Partial<Record<SettingKey, unknown>>>>>) => (key: SettingKey) =>
    Object.fromEntries(Object.entries(all).map(([level, set]) => [level, set[key]]));

  it('on the own machine are the global ones', () => {
    const { sources, lists } = userSources(levels({ globalValue: own }), false, undefined);
    assert.deepEqual(deny(sources), ['bash(own)']);
    assert.deepEqual(lists?.['permissions.deny'], ['bash(own)']);
  });

  it('in a remote window are united with those of the host', () => {
    const all = levels({ globalValue: host, globalLocalValue: own, globalRemoteValue: host });
    assert.deepEqual(deny(userSources(all, true, undefined).sources), ['bash(own)', 'bash(host)']);
  });

  it('are not hidden by the host where they are set for all profiles', () => {
    const all = levels({ globalValue: host, globalLocalValue: {}, globalRemoteValue: host });
    const { sources, lists } = userSources(all, true, own);
    assert.deepEqual(deny(sources), ['bash(own)', 'bash(host)']);
    assert.deepEqual(lists?.['permissions.deny'], ['bash(own)'], 'and are not forgotten');
  });

  it('that are set for all profiles count where the host sets nothing', () => {
    const all = levels({ globalValue: own, globalLocalValue: {}, globalRemoteValue: {} });
    assert.deepEqual(deny(userSources(all, true, undefined).sources), ['bash(own)']);
  });

  it('stay as they were last seen in an editor that does not tell them apart, and that is said', () => {
    const { sources, lists } = userSources(levels({ globalValue: host }), true, own);
    assert.deepEqual(deny(sources), ['bash(own)', 'bash(host)']);
    assert.equal(lists, undefined);
    assert.equal(result({ sources }, true).problems.length, 1);
  });

  it('of the host loosen nothing', () => {
    const loose = Object.fromEntries(KEYS.map((key) => [key, ROWS[key].looser]));
    const { sources } = userSources(
      levels({ globalValue: loose, globalLocalValue: {}, globalRemoteValue: loose }),
      true,
      undefined,
    );
    for (const key of KEYS) {
      assert.deepEqual(
        ROWS[key].read(result({ sources }, true)),
        ROWS[key].reads[LOOSEST_BY_DEFAULT.has(key) ? 1 : 2],
        key,
      );
    }
  });

  it('are not written where another value than the own one would be', () => {
    const [deny, enabled] = [SETTINGS.permissionsDeny, SETTINGS.enabled];
    const local = { globalValue: ['a'], globalLocalValue: ['a'], globalRemoteValue: undefined };
    assert.equal(whyNotWritable(deny, { globalValue: ['a'] }, false), undefined);
    assert.equal(whyNotWritable(deny, local, true), undefined);
    assert.equal(whyNotWritable(deny, undefined, true) === undefined, false);
    // The list of the host would be replaced in place of the user's own.
    assert.match(whyNotWritable(deny, { ...local, globalRemoteValue: ['b'] }, true) ?? '', /remote host/);
    // Entries that were written since this machine saw the list last would be lost.
    assert.match(whyNotWritable(deny, { globalValue: ['a'] }, true) ?? '', /without a remote host/);
    // A host sets no value of an application's setting.
    assert.equal(whyNotWritable(enabled, { globalValue: true }, true), undefined);
  });

  it('every setting stands in this table', () => {
    const known = new Set<string>([...KEYS, 'folders', 'permissions.deny', 'permissions.ask']);
    assert.deepEqual(known, new Set(Object.values(SETTINGS)));
  });
});
