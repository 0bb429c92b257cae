import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { SETTINGS, type SettingKey } from '../../../src/config/contributions';
import { DEFAULT_ASK_RULES } from '../../../src/config/defaultAskRules';
import { builtInEntries, type DefaultsKey } from '../../../src/config/defaultRules';
import { readRuleEntry } from '../../../src/config/ruleEntry';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import { SETTING_DEFAULTS } from '../../../src/config/schema';
import type { EffectiveSettings, RawSource, RuleProblem } from '../../../src/config/sources';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import type { PermissionEntry } from '../../../src/rules/permissionEntry';
import { parsePermissionRule } from '../../../src/rules/permissionRule';
import { runs } from '../propertyRuns';

type Values = Partial<Record<SettingKey, unknown>>;

const ruleProblem: RuleProblem = (text) => {
  const parsed = parsePermissionRule({ text, source: 'user' });
  return parsed.ok ? undefined : parsed.malformed.problem;
};

function effective(user: Values, ...workspaces: readonly Values[]): EffectiveSettings {
  const sources: RawSource[] = [
    { source: 'user', values: user },
    ...workspaces.map((values) => ({ source: 'workspace' as const, values })),
  ];
  return effectiveConfiguration({ sources, trusted: true, workspaceFolders: ['/w'] }, ruleProblem);
}

/** Entries that somebody wrote, as `source text`, or `source text: message`. */
function entries(settings: EffectiveSettings, list: 'deny' | 'ask' | 'allow'): string[] {
  return written(settings, list).map(
    ({ text, source, message }) => `${source} ${text}${message === undefined ? '' : `: ${message}`}`,
  );
}

function written(settings: EffectiveSettings, list: 'deny' | 'ask' | 'allow'): readonly PermissionEntry[] {
  return settings.configuration.permissions[list].filter(({ source }) => source !== 'default');
}

/** The built-in ask rules that hold. */
function builtInAsks({ configuration }: EffectiveSettings): string[] {
  return configuration.permissions.ask.flatMap(({ text, source }) => (source === 'default' ? [text] : []));
}

const RULES = {
  'rules.allow': 'allow',
  'rules.softDeny': 'softDeny',
  'rules.hardDeny': 'hardDeny',
  'rules.environment': 'environment',
} as const;
type SectionKey = Exclude<DefaultsKey, 'permissions.ask'>;
const SECTIONS = [...Object.keys(RULES), 'protectedPaths'] as SectionKey[];
const builtInOf = (key: SectionKey): readonly string[] => builtInEntries(key, 'mustBeNamed');

function section(settings: EffectiveSettings, key: SectionKey): readonly string[] {
  const { rules, protectedPaths } = settings.configuration;
  return (key === 'protectedPaths' ? protectedPaths : rules[RULES[key]]).map(({ value }) => value);
}

/** The effective value of each setting that holds one value. */
const SINGLE: Partial<Record<SettingKey, (configuration: EffectiveConfiguration) => unknown>> = {
  enabled: ({ enabled }) => enabled,
  'fastPaths.workspaceEdits': ({ fastPaths }) => fastPaths.workspaceEdits,
  'fastPaths.readOnlyCommands': ({ fastPaths }) => fastPaths.readOnlyCommands,
  'classifier.model': ({ classifier }) => classifier.model,
  'classifier.baseUrl': ({ classifier }) => classifier.baseUrl,
  'classifier.timeoutSeconds': ({ classifier }) => classifier.timeoutSeconds,
  'classifier.maxTranscriptEntries': ({ classifier }) => classifier.maxTranscriptEntries,
  'classifier.assistantText': ({ classifier }) => classifier.assistantText,
  'classifier.whenUnavailable': ({ classifier }) => classifier.whenUnavailable,
  'classifier.onBlock': ({ classifier }) => classifier.onBlock,
  'classifier.stages': ({ classifier }) => classifier.stages,
  'classifier.logRequests': ({ classifier }) => classifier.logRequests,
  'classifier.prices': ({ classifier }) => classifier.prices,
  'pause.consecutive': ({ pause }) => pause.consecutive,
  'pause.total': ({ pause }) => pause.total,
  'agents.anyWindow': ({ agents }) => agents.anyWindow,
  'notifications.badge': ({ notifications }) => notifications.badge,
  'notifications.sound': ({ notifications }) => notifications.sound,
  'notifications.questions': ({ notifications }) => notifications.questions,
  'notifications.blocks': ({ notifications }) => notifications.blocks,
};
const PRICES = { 'openai/gpt-4.1-mini': { input: 0.5, cachedInput: 0.1, cacheWrite: 0, output: 2 } };
const single = (settings: EffectiveSettings, key: SettingKey): unknown => SINGLE[key]?.(settings.configuration);

function manyPrices(count: number): Record<string, unknown> {
  const price = { input: 1, cachedInput: 1, output: 1 };
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`local/model-${index}`, price]));
}

describe('effectiveConfiguration', () => {
  it('gives the defaults where nobody sets anything', () => {
    const { configuration, problems, ignored } = effective({});
    assert.deepEqual(problems, []);
    assert.deepEqual(ignored, []);
    const builtIn = DEFAULT_ASK_RULES.map((text) => ({ text, source: 'default' }));
    assert.deepEqual(configuration.permissions, { deny: [], ask: builtIn, allow: [] });
    assert.deepEqual(configuration.workspaceFolders, ['/w']);
    for (const key of SECTIONS) assert.deepEqual(section(effective({}), key), builtInOf(key), key);
    for (const [key, read] of Object.entries(SINGLE)) {
      const byDefault = SETTING_DEFAULTS[key as SettingKey];
      assert.deepEqual(read(configuration), byDefault === '' ? undefined : byDefault, key);
    }
  });

  it('is frozen, down to the last entry', () => {
    const { configuration } = effective({ 'permissions.deny': [{ rule: 'bash', message: 'no' }] });
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      assert.ok(Object.isFrozen(value), JSON.stringify(value));
      Object.values(value).forEach(visit);
    };
    visit(configuration);
  });

  describe('one value', () => {
    const cases: readonly [SettingKey, unknown, unknown][] = [
      ['enabled', false, false],
      ['fastPaths.workspaceEdits', false, false],
      ['fastPaths.readOnlyCommands', false, false],
      ['classifier.model', 'anthropic/claude-x', 'anthropic/claude-x'],
      ['classifier.model', ' anthropic/claude-x ', 'anthropic/claude-x'],
      ['classifier.model', 'openrouter/vendor/model', 'openrouter/vendor/model'],
      ['classifier.model', '  ', undefined],
      ['classifier.baseUrl', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
      ['classifier.timeoutSeconds', 1.5, 1.5],
      ['classifier.maxTranscriptEntries', 0, 0],
      ['classifier.assistantText', false, false],
      ['classifier.whenUnavailable', 'ask', 'ask'],
      ['classifier.onBlock', 'ask', 'ask'],
      ['classifier.stages', 'one', 'one'],
      ['classifier.logRequests', true, true],
      ['classifier.prices', PRICES, PRICES],
      ['pause.consecutive', 1, 1],
      ['pause.total', 7, 7],
    ];
    for (const [key, value, expected] of cases) {
      it(`${key} takes ${JSON.stringify(value)} from the user`, () => {
        const settings = effective({ [key]: value });
        assert.deepEqual(single(settings, key), expected);
        assert.deepEqual(settings.problems, []);
      });
    }
  });

  describe('a value that does not fit', () => {
    const cases: readonly [SettingKey, unknown, unknown][] = [
      ['enabled', 'false', true],
      ['enabled', 0, true],
      ['enabled', null, true],
      // Off, since whoever writes something there most likely wants less, not more.
      ['fastPaths.workspaceEdits', 'false', false],
      ['fastPaths.readOnlyCommands', 'yes', false],
      ['classifier.assistantText', 'no', false],
      ['classifier.timeoutSeconds', '60', 20],
      ['classifier.timeoutSeconds', 0, 20],
      ['classifier.timeoutSeconds', 301, 20],
      ['classifier.timeoutSeconds', Number.NaN, 20],
      ['classifier.maxTranscriptEntries', 2.5, 20],
      ['classifier.maxTranscriptEntries', -1, 20],
      ['classifier.whenUnavailable', 'allow', 'block'],
      ['classifier.onBlock', true, 'block'],
      // With reasons at once, the stricter of the two.
      ['classifier.stages', 'three', 'one'],
      ['classifier.logRequests', 'on', false],
      ['classifier.prices', { 'openai/gpt-4.1-mini': { input: 1, output: 1 } }, {}],
      ['classifier.prices', { 'openai/gpt-4.1-mini': { input: -1, cachedInput: 0, output: 1 } }, {}],
      ['classifier.prices', { 'openai/gpt-4.1-mini': { input: Infinity, cachedInput: 0, output: 1 } }, {}],
      ['classifier.prices', { 'openai/gpt-4.1-mini': { input: Number.NaN, cachedInput: 0, output: 1 } }, {}],
      ['classifier.prices', manyPrices(1001), {}],
      ['pause.consecutive', 0, 3],
      ['pause.total', 1e9, 20],
      // Kept, so that the classifier refuses: the default would send the user's words somewhere else.
      ['classifier.model', 'claude', 'claude'],
      ['classifier.model', 5, '5'],
      ['classifier.baseUrl', 'localhost:8080', 'localhost:8080'],
      ['classifier.baseUrl', ['http://a'], '["http://a"]'],
    ];
    for (const [key, value, expected] of cases) {
      it(`${key}: ${JSON.stringify(value)} gives ${JSON.stringify(expected)}, and is reported`, () => {
        const settings = effective({ [key]: value, 'permissions.deny': ['bash(x)'] });
        assert.deepEqual(single(settings, key), expected);
        assert.deepEqual(
          settings.problems.map((problem) => [problem.key, problem.source]),
          [[`autoMode.${key}`, 'user']],
        );
        assert.match(settings.problems[0]?.message ?? '', /Write .+\.$/);
        assert.deepEqual(entries(settings, 'deny'), ['user bash(x)'], 'the other settings stay as they are');
      });
    }
  });

  describe('deny and ask', () => {
    for (const list of ['deny', 'ask'] as const) {
      const key = `permissions.${list}` as const;

      it(`${list}: the union of all sources, the user's first, each entry once`, () => {
        const settings = effective(
          { [key]: ['bash(a)', { rule: 'edit(b)', message: 'no' }] },
          { [key]: ['bash(c)', 'bash(a)'] },
          { [key]: [' bash(d) ', { rule: 'edit(b)', message: 'other words' }] },
        );
        const expected = ['user bash(a)', 'user edit(b): no', 'workspace bash(c)', 'workspace bash(d)'];
        assert.deepEqual(entries(settings, list), expected);
        assert.deepEqual(settings.problems, []);
      });

      it(`${list}: an entry that the environment of a container repeats stays the user's, in the user's words`, () => {
        const container: RawSource = {
          source: 'remote',
          rights: 'tightening',
          values: { [key]: ['edit(c)', 'bash(', { rule: 'bash(a)', message: 'other words' }] },
        };
        const user: RawSource = { source: 'user', values: { [key]: [{ rule: 'bash(a)', message: 'no' }, 'bash('] } };
        const settings = effectiveConfiguration(
          { sources: [container, user], trusted: true, workspaceFolders: [] },
          ruleProblem,
        );
        assert.deepEqual(entries(settings, list), ['user bash(a): no', 'user bash(', 'remote edit(c)']);
      });

      const unreadable: readonly unknown[] = [5, null, true, false, {}, [], ['bash(a)'], { rule: 5 }, { tool: 'bash' }];
      for (const entry of unreadable) {
        it(`${list}: ${JSON.stringify(entry)} stays in the list as something that asks about every call`, () => {
          for (const source of ['user', 'workspace']) {
            const values = { [key]: ['bash(a)', entry] };
            const settings = source === 'user' ? effective(values) : effective({}, values);
            const kept = written(settings, list);
            assert.equal(kept.length, 2);
            const parsed = parsePermissionRule(kept[1]!);
            assert.ok(!parsed.ok && parsed.malformed.tool === undefined, kept[1]!.text);
            assert.deepEqual(
              settings.problems.map((problem) => [problem.key, problem.source, problem.entry]),
              [[`autoMode.${key}`, source, JSON.stringify(entry)]],
            );
          }
        });
      }

      for (const value of ['bash(a)', 5, null, true, {}, { rule: 'bash(a)' }]) {
        it(`${list}: ${JSON.stringify(value)} in place of a list asks about every call`, () => {
          const [only, ...others] = written(effective({}, { [key]: value }), list);
          assert.deepEqual(others, []);
          const parsed = parsePermissionRule(only!);
          assert.ok(!parsed.ok && parsed.malformed.tool === undefined, only!.text);
        });
      }

      it(`${list}: a rule counts although something beside it cannot be used`, () => {
        const settings = effective({
          [key]: [
            { rule: 'bash(a)', message: 5 },
            { rule: 'bash(b)', why: 'x' },
          ],
        });
        assert.deepEqual(entries(settings, list), ['user bash(a)', 'user bash(b)']);
        assert.equal(settings.problems.length, 2);
      });

      it(`${list}: a text that is no rule is kept and reported`, () => {
        const settings = effective({ [key]: ['bash(git push', ''] });
        assert.deepEqual(entries(settings, list), ['user bash(git push', 'user ']);
        assert.match(settings.problems[0]!.message, /closing parenthesis/);
        assert.match(settings.problems[0]!.message, /ask until it is corrected/);
      });

      it(`${list}: a rule that is too long stays unreadable when it is shortened`, () => {
        for (const text of [`bash(${'x'.repeat(2000)})`, 'x'.repeat(5000), `${'x'.repeat(300)}(${'y'.repeat(2000)})`]) {
          const [entry] = effective({ [key]: [text] }).configuration.permissions[list];
          assert.ok(entry!.text.length < 300);
          assert.equal(parsePermissionRule(entry!).ok, false);
        }
      });

      it(`${list}: more than 1000 entries ask about every call, and the first 1000 hold`, () => {
        const texts = Array.from({ length: 1003 }, (_, index) => `bash(${index})`);
        const kept = effective({}, { [key]: texts }).configuration.permissions[list];
        assert.deepEqual(
          kept.slice(0, 1000).map(({ text }) => text),
          texts.slice(0, 1000),
        );
        const parsed = parsePermissionRule(kept[1000]!);
        assert.ok(!parsed.ok && parsed.malformed.tool === undefined);
      });
    }

    it('deny: "$defaults" stands for nothing, and that is said', () => {
      const settings = effective({ 'permissions.deny': ['$defaults', 'bash(a)'] });
      assert.deepEqual(entries(settings, 'deny'), ['user bash(a)']);
      assert.equal(settings.problems.length, 1);
    });

    it('ask: the built-in rules hold until the user writes a list without them', () => {
      const ask = (user: unknown, workspace?: unknown): EffectiveSettings =>
        effective({ 'permissions.ask': user }, { 'permissions.ask': workspace });
      const cases: readonly [EffectiveSettings, readonly string[]][] = [
        [ask(undefined), DEFAULT_ASK_RULES],
        [ask([]), []],
        [ask(['bash(a)']), []],
        [ask(['bash(a)', '$defaults']), DEFAULT_ASK_RULES],
        // What is no list took nothing away on purpose.
        [ask('bash(a)'), DEFAULT_ASK_RULES],
        [ask(null), DEFAULT_ASK_RULES],
        [ask(undefined, []), DEFAULT_ASK_RULES],
        [ask([], ['$defaults']), DEFAULT_ASK_RULES],
      ];
      for (const [settings, expected] of cases) assert.deepEqual(builtInAsks(settings), expected);
      assert.equal(ask(['bash(a)', '$defaults', 'bash(b)']).configuration.permissions.ask[1]?.source, 'default');
    });
  });

  describe('allow rules', () => {
    const cases: readonly [string, unknown, readonly string[], number][] = [
      ['the user’s list', ['fetch(a)', { rule: 'read(b)' }], ['user fetch(a)', 'user read(b)'], 0],
      [
        'entries of another type are left out',
        ['fetch(a)', 5, null, { rule: 5 }, { rule: 'x', y: 1 }],
        ['user fetch(a)'],
        4,
      ],
      ['no list', 'fetch(a)', [], 1],
      ['a text that is no rule is reported', ['fetch(a'], ['user fetch(a'], 1],
    ];
    for (const [name, value, expected, problems] of cases) {
      it(name, () => {
        const settings = effective({ 'permissions.allow': value });
        assert.deepEqual(entries(settings, 'allow'), expected);
        assert.equal(settings.problems.length, problems);
      });
    }
  });

  describe('lists with built-in entries', () => {
    const restraining = new Set(['rules.softDeny', 'rules.hardDeny', 'protectedPaths']);
    for (const key of SECTIONS) {
      const builtIn = builtInOf(key);
      const cases: readonly [string, unknown, readonly string[]][] = [
        ['replaced by a list without the marker', ['a', 'b'], ['a', 'b']],
        ['empty when the user says so', [], []],
        ['expanded in place', ['a', '$defaults', 'b'], ['a', ...builtIn, 'b']],
        ['expanded once', ['$defaults', 'a', '$defaults', 'a'], [...builtIn, 'a']],
        [
          'a built-in entry that is also listed keeps its first place',
          [builtIn[1], '$defaults'],
          [builtIn[1]!, builtIn[0]!, ...builtIn.slice(2)],
        ],
        ['kept when it is no list', 'a', builtIn],
        ['kept when it is null', null, builtIn],
        ['kept when it is an object', { a: 1 }, builtIn],
        ['an unreadable entry takes nothing away', ['a', 5, ''], restraining.has(key) ? ['a', ...builtIn] : ['a']],
      ];
      for (const [name, value, expected] of cases) {
        it(`${key}: ${name}`, () => {
          const settings = effective({ [key]: value });
          assert.deepEqual(section(settings, key), expected);
          const others = SECTIONS.filter((other) => other !== key);
          for (const other of others) assert.deepEqual(section(settings, other), builtInOf(other), other);
        });
      }
    }

    it('takes a built-in entry that is also written out for the user’s', () => {
      const written = effective({ protectedPaths: ['$defaults', 'package.json'] }).configuration.protectedPaths;
      assert.deepEqual(
        written.filter(({ value, source }) => value === 'package.json' || source !== 'default'),
        [{ value: 'package.json', source: 'user' }],
      );
    });

    it('tells built-in entries from the user’s', () => {
      const { softDeny } = effective({ 'rules.softDeny': ['mine', '$defaults'] }).configuration.rules;
      assert.deepEqual(
        softDeny.map(({ source }) => source),
        ['user', ...builtInOf('rules.softDeny').map(() => 'default')],
      );
    });

    for (const entry of ['/', '**', '~/', '.', 'x'.repeat(1025)]) {
      it(`protectedPaths: ${entry.slice(0, 10)} names nothing, so the built-in entries stay`, () => {
        const settings = effective({ protectedPaths: [entry, 'mine'] });
        assert.deepEqual(section(settings, 'protectedPaths'), ['mine', ...builtInOf('protectedPaths')]);
        assert.equal(settings.problems.length, 1);
      });
    }
  });

  it('lists what a workspace sets beyond deny and ask, once for each setting', () => {
    const values = Object.fromEntries(Object.values(SETTINGS).map((key) => [key, SETTING_DEFAULTS[key]]));
    const { ignored } = effective({}, values, values);
    assert.deepEqual(
      ignored,
      Object.values(SETTINGS)
        .filter((key) => key !== 'permissions.deny' && key !== 'permissions.ask')
        .map((key) => ({ key: `autoMode.${key}`, source: 'workspace', why: 'not-its-place' })),
    );
  });

  describe('whatever a workspace holds', () => {
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.array(
        fc.oneof(
          fc.constantFrom('bash(a)', 'bash(b)', 'edit(c)', '$defaults', 'bash('),
          fc.record({ rule: fc.constantFrom('bash(a)', 'read(d)'), message: fc.string() }),
          fc.jsonValue({ maxDepth: 1 }),
        ),
      ),
    );
    const values = fc.dictionary(fc.constantFrom(...Object.values(SETTINGS)), anything) as fc.Arbitrary<Values>;

    it('no entry of a deny or ask list gets lost', () => {
      fc.assert(
        fc.property(values, values, (user, workspace) => {
          const settings = effective(user, workspace);
          for (const list of ['deny', 'ask'] as const) {
            const texts = new Set(settings.configuration.permissions[list].map(({ text }) => text));
            for (const value of [user[`permissions.${list}`], workspace[`permissions.${list}`]]) {
              for (const entry of Array.isArray(value) ? (value as unknown[]) : []) {
                // The text of a rule is without the message behind it.
                if (typeof entry === 'string' && entry.trim() !== '$defaults')
                  assert.ok(texts.has(readRuleEntry(entry).rule));
              }
              // What is no list leaves an entry too, and so does an entry that is no text.
              const unreadable = Array.isArray(value)
                ? value.some((entry) => typeof entry !== 'string')
                : value !== undefined;
              if (unreadable) assert.ok(texts.size > 0);
            }
          }
        }),
        runs(1, 80),
      );
    });

    it('it makes deny and ask no shorter and changes nothing else', () => {
      fc.assert(
        fc.property(values, values, (user, workspace) => {
          const alone = effective(user).configuration;
          const both = effective(user, workspace).configuration;
          for (const list of ['deny', 'ask'] as const) {
            // The built-in rules come last.
            const rest = both.permissions[list].filter((one) =>
              alone.permissions[list].some((own) => isDeepStrictEqual(own, one)),
            );
            assert.deepEqual(rest, alone.permissions[list]);
          }
          const { deny, ask } = alone.permissions;
          assert.deepEqual({ ...both, permissions: { ...both.permissions, deny, ask } }, alone);
        }),
        runs(2, 80),
      );
    });

    it('every reported problem names its setting and source, and what to do', () => {
      fc.assert(
        fc.property(values, values, (user, workspace) => {
          for (const { key, source, entry, message } of effective(user, workspace).problems) {
            assert.ok(Object.values(SETTINGS).some((name) => `autoMode.${name}` === key));
            assert.ok(source === 'user' || source === 'workspace');
            assert.ok(entry.length <= 201);
            assert.match(message, /\.$/s);
          }
        }),
        runs(3, 80),
      );
    });
  });
});
