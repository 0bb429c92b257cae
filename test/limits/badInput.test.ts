/** What people, programs and attackers write in settings. The rest keeps working, nothing gets looser, and it takes bounded time. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SETTINGS, type SettingKey } from '../../src/config/contributions';
import { effectiveConfiguration } from '../../src/config/effectiveConfiguration';
import { environmentSettings } from '../../src/config/environmentSettings';
import { loosenings } from '../../src/config/loosening';
import { managedPolicy } from '../../src/config/managedPolicy';
import { readSettings } from '../../src/config/settingsObject';
import type { EffectiveSettings, RawSource } from '../../src/config/sources';
import { StickyRules } from '../../src/config/stickyRules';
import type { EffectiveConfiguration } from '../../src/engine/model/configuration';
import { ruleProblem } from '../../src/rules/permissionRule';
import { codePoint } from '../unit/codePoint';
import { runs } from '../unit/propertyRuns';

const KEYS = Object.values(SETTINGS);
const RESTRAINED: RawSource = {
  source: 'user',
  values: { 'permissions.deny': ['bash(a)'], 'permissions.ask': ['bash(b)', '$defaults'], 'pause.total': 7 },
};

function inForce(sources: readonly RawSource[]): EffectiveSettings {
  const settings = effectiveConfiguration(
    {
      sources,
      trusted: true,
      workspaceFolders: [],
      overrides: {
        of: [{ path: '/home/u/work', real: '/home/u/work' }],
        mayLoosen: true,
        paths: {
          home: '/home/u',
          isAbsolute: (path) => path.startsWith('/'),
          isInside: (path, folder) => `${path}/`.startsWith(`${folder}/`),
        },
      },
    },
    ruleProblem,
  );
  // What is shown and kept stays small, whatever was written: it goes to the panel, the log and over processes.
  assert.ok(JSON.stringify([settings.problems, settings.ignored]).length < 1_000_000);
  return settings;
}

/** A second opinion on what is looser, that shares no code with the first: the engine's own view of each value. */
function isLooser(before: EffectiveConfiguration, after: EffectiveConfiguration): string | undefined {
  const missing = <T>(from: readonly T[], among: readonly T[], name: (one: T) => string): boolean => {
    const names = new Set(among.map(name));
    return from.some((one) => !names.has(name(one)));
  };
  const gone = (list: 'deny' | 'ask'): boolean =>
    missing(before.permissions[list], after.permissions[list], ({ text }) => text);
  const lacks = (from: readonly { readonly value: string }[], among: readonly { readonly value: string }[]): boolean =>
    missing(from, among, ({ value }) => value);
  const [a, b] = [before, after];
  const checks: Readonly<Record<string, boolean>> = {
    enabled: a.enabled && !b.enabled,
    deny: gone('deny'),
    ask: gone('ask'),
    allow: b.permissions.allow.some(({ text }) => ruleProblem(text) === undefined),
    softDeny: lacks(a.rules.softDeny, b.rules.softDeny),
    hardDeny: lacks(a.rules.hardDeny, b.rules.hardDeny),
    exceptions: lacks(b.rules.allow, a.rules.allow),
    protectedPaths: lacks(a.protectedPaths, b.protectedPaths),
    edits: !a.fastPaths.workspaceEdits && b.fastPaths.workspaceEdits,
    commands: !a.fastPaths.readOnlyCommands && b.fastPaths.readOnlyCommands,
    writes: !a.fastPaths.workspaceWrites && b.fastPaths.workspaceWrites,
    git: !a.fastPaths.localGit && b.fastPaths.localGit,
    contained: !a.fastPaths.containedCommands && b.fastPaths.containedCommands,
    removals: !a.fastPaths.keptRemovals && b.fastPaths.keptRemovals,
    programs: missing(b.contained.commands, a.contained.commands, (entry) => entry),
    unavailable: a.classifier.whenUnavailable !== b.classifier.whenUnavailable,
    onBlock: a.classifier.onBlock !== b.classifier.onBlock,
    pause: b.pause.consecutive > a.pause.consecutive || b.pause.total > a.pause.total,
    transcript: b.classifier.maxTranscriptEntries < a.classifier.maxTranscriptEntries,
  };
  return Object.entries(checks).find(([, looser]) => looser)?.[0];
}

/** Unusable classifier addresses are kept as they are, so that the classifier refuses them. */
const REFUSED_BY_CLASSIFIER: ReadonlySet<SettingKey> = new Set(['classifier.model', 'classifier.baseUrl']);

function assertNoLooser(before: EffectiveSettings, after: EffectiveSettings, about: string): void {
  // An allow rule that cannot be read counts as a loosening for whoever is told, though it allows nothing.
  const looser = loosenings(before.configuration, after.configuration).filter(
    ({ key, entry }) =>
      !REFUSED_BY_CLASSIFIER.has(key) && !(key === 'permissions.allow' && ruleProblem(entry) !== undefined),
  );
  assert.deepEqual(looser, [], about);
  assert.equal(isLooser(before.configuration, after.configuration), undefined, about);
}

function deep(levels: number, open: string, close: string): unknown {
  return JSON.parse(open.repeat(levels) + '1' + close.repeat(levels));
}

/** Values that fit no setting. */
const WRONG: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['NaN', Number.NaN],
  ['a huge number', 1e308],
  ['a negative number', -1],
  ['an object', {}],
  ['an object with own __proto__', JSON.parse('{"__proto__": {"enabled": false}}')],
  ['a megabyte of text', 'x'.repeat(1_000_000)],
  ['a lone surrogate', '\uD800'],
  ['a null byte', '\0'],
  ['100,000 nested lists', deep(100_000, '[', ']')],
  ['100,000 nested objects', deep(100_000, '{"a":', '}')],
  ['100,000 names', Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, index]))],
];

function isEmpty(value: object): boolean {
  return Object.keys(value).every((name) => name === '__proto__');
}

const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['classifier.prices', 'agents.ownJudge']);

describe('bad input', () => {
  // Far more than all of them take on a slow and busy machine; without a bound one would take minutes or not end at all.
  const plain = inForce([RESTRAINED]);

  describe('a value that does not fit', () => {
    // As the user's only value of a setting, beside the others.
    const rows = KEYS.map((key) => {
      const { [key]: _, ...others } = RESTRAINED.values;
      return { key, others, before: inForce([{ ...RESTRAINED, values: others }]) };
    });
    for (const [name, value] of WRONG) {
      it(name, () => {
        for (const { key, others, before } of rows) {
          const after = inForce([{ ...RESTRAINED, values: { ...others, [key]: value } }]);
          // A list of the user's own replaces the built-in entries, and what cannot be read in an ask list asks about every call.
          if (!Array.isArray(value) || !['permissions.ask', 'rules.environment'].includes(key))
            assertNoLooser(before, after, key);
          const isObject = typeof value === 'object' && value !== null;
          // A list without an entry is one.
          const fits = isObject && (key === 'folders' || (MAY_BE_EMPTY.has(key) && isEmpty(value)));
          const problem = after.problems.find((candidate) => candidate.key === `autoMode.${key}`);
          if (!fits) {
            assert.notEqual(problem, undefined, `${key} is reported`);
            assert.match(problem!.message, /Write |Shorten |Remove |correct|closing parenthesis/, key);
            assert.ok(problem!.entry.length <= 201, key);
          }
          if (key !== 'permissions.deny') {
            assert.ok(
              after.configuration.permissions.deny.some(({ text }) => text === 'bash(a)'),
              key,
            );
          }
        }
      });
    }
  });

  describe('an entry that does not fit', () => {
    for (const [name, value] of WRONG) {
      it(name, () => {
        for (const key of [
          'permissions.deny',
          'permissions.ask',
          'permissions.allow',
          'rules.softDeny',
          'rules.hardDeny',
          'protectedPaths',
        ] as const) {
          const usable = key.startsWith('rules') || key === 'protectedPaths';
          if (typeof value === 'string' && usable) continue;
          const list = RESTRAINED.values[key as 'permissions.deny'] ?? (usable ? ['$defaults'] : []);
          const after = inForce([
            { ...RESTRAINED, values: { ...RESTRAINED.values, [key]: [...(list as unknown[]), value] } },
          ]);
          assertNoLooser(plain, after, key);
          assert.ok(
            after.problems.some((candidate) => candidate.key === `autoMode.${key}`),
            `${key} is reported`,
          );
        }
      });
    }
  });

  describe('ten thousand entries', () => {
    const lists: readonly (readonly [string, readonly unknown[]])[] = [
      ['rules', Array.from({ length: 10_000 }, (_, index) => `bash(x${index})`)],
      ['no rules', Array.from({ length: 10_000 }, (_, index) => `bash(x${index}`)],
      ['of no type', Array.from({ length: 10_000 }, (_, index) => index)],
      ['of a kilobyte each', Array.from({ length: 10_000 }, (_, index) => `bash(${'y'.repeat(1_000)}${index})`)],
      ['the same', Array.from({ length: 10_000 }, () => 'bash(x)')],
    ];
    for (const [name, list] of lists) {
      it(name, () => {
        for (const key of ['permissions.deny', 'permissions.ask', 'permissions.allow'] as const) {
          const after = inForce([RESTRAINED, { source: 'workspace', values: { [key]: list } }]);
          assertNoLooser(plain, after, key);
          if (key === 'permissions.allow') continue;
          assert.ok(
            after.problems.some(({ source, message }) => source === 'workspace' && message.includes('Shorten it')),
          );
        }
        const user = inForce([{ source: 'user', values: { 'permissions.allow': list } }]);
        assert.deepEqual(user.configuration.permissions.allow, []);
      });
    }
  });

  it('gaps in a list', () => {
    const list: unknown[] = ['bash(a)'];
    list[5] = 'bash(b)';
    const after = inForce([{ source: 'user', values: { 'permissions.deny': list, protectedPaths: list } }]);
    assert.ok(after.configuration.permissions.deny.some(({ text }) => text === 'bash(b)'));
    assertNoLooser(inForce([{ source: 'user', values: { 'permissions.deny': ['bash(a)'] } }]), after, 'gaps');
  });

  it('text of the environment and of the policy, however deep, is read or refused, never thrown', () => {
    for (const json of [
      `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      `{"permissions":${'{"permissions":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      '{"autoMode":'.repeat(5_000) + '1' + '}'.repeat(5_000),
      '{"enabled": fal',
    ]) {
      const environment = environmentSettings(json, true);
      assert.ok(environment !== undefined && (environment.problems?.length ?? 0) > 0);
      const policy = managedPolicy(json, '/etc/p');
      assert.ok((policy.source.problems?.length ?? 0) > 0);
      assertNoLooser(plain, inForce([policy.source, environment, RESTRAINED]), json.slice(0, 40));
    }
  });

  it('rules of a workspace that are deep or huge are remembered without harm', () => {
    const rules = new StickyRules({ get: () => undefined, set: () => undefined });
    for (const [name, value] of WRONG) {
      for (const entry of [value, [value], ['bash(a)', value]]) {
        assert.doesNotThrow(() => rules.note('w', { 'permissions.deny': entry }), name);
      }
    }
    const { 'permissions.deny': after } = rules.note('w', {});
    assert.ok((after as unknown[]).includes('bash(a)'));
  });

  const anyJson = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(
      fc.oneof(
        fc.string({ unit: codePoint, maxLength: 20 }),
        fc.constantFrom('$defaults', 'bash(', '*', '', 'bash (x)', '**', '/'),
        fc.jsonValue({ maxDepth: 1 }),
      ),
      { maxLength: 6 },
    ),
    fc.string({ unit: codePoint }),
    fc.constantFrom(null, -1, 1e308, '\uD800', '\0'),
  );
  const names = fc.oneof(
    fc.constantFrom(
      ...KEYS,
      ...KEYS.map((key) => `autoMode.${key}`),
      'autoMode',
      'permissions',
      'rules',
      'folders',
      'classifier',
    ),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'permissions.__proto__', 'autoMode.', '.', ''),
    fc.string({ maxLength: 8 }),
  );
  /** With own properties of any name, as JSON makes them. */
  const object = fc
    .array(fc.tuple(names, fc.oneof(anyJson, fc.dictionary(names, anyJson, { maxKeys: 3 }))), { maxLength: 5 })
    .map(
      (entries) =>
        JSON.parse(
          `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
        ) as object,
    );

  for (const source of ['workspace', 'remote', 'folder'] as const) {
    it(`whatever JSON stands in ${source} settings loosens nothing that the user has set`, () => {
      fc.assert(
        fc.property(object, (any) => {
          const read = readSettings(any, source);
          const after = inForce([RESTRAINED, source === 'folder' ? { ...read, rights: 'tightening' } : read]);
          assertNoLooser(plain, after, JSON.stringify(any));
          assert.deepEqual(loosenings(plain.configuration, after.configuration), []);
        }),
        runs(21, 25),
      );
    });
  }

  it('whatever text the environment holds loosens nothing before it is confirmed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          object.map((any) => JSON.stringify(any)),
          fc.string({ unit: codePoint }),
        ),
        fc.boolean(),
        (text, remote) => {
          const environment = environmentSettings(text, false, remote);
          const after = inForce([...(environment === undefined ? [] : [environment]), RESTRAINED]);
          assertNoLooser(plain, after, text);
        },
      ),
      runs(22, 25),
    );
  });

  it('whatever stands beside a rule of the policy, the rule holds', () => {
    fc.assert(
      fc.property(object, (any) => {
        const text = JSON.stringify({ ...any, forbidLoosening: true }).replace(
          /^\{/,
          '{"permissions.deny":["bash(z)"],',
        );
        const { source, forbidLoosening } = managedPolicy(text, '/etc/p');
        assert.equal(forbidLoosening, true);
        const { deny } = inForce([source, RESTRAINED]).configuration.permissions;
        const named = Object.hasOwn(any, 'permissions.deny');
        // The same name twice in one object is one name to JSON: the later one.
        if (!named)
          assert.ok(
            deny.some((entry) => entry.text === 'bash(z)'),
            text,
          );
        assert.ok(
          deny.some((entry) => entry.text === 'bash(a)'),
          text,
        );
      }),
      runs(23, 25),
    );
  });
});
