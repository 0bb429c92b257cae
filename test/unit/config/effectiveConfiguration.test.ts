import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { SETTINGS, type SettingKey } from '../../../src/config/contributions';
import { DEFAULT_ASK_RULES } from '../../../src/config/defaultAskRules';
import { readRuleEntry } from '../../../src/config/ruleEntry';
import { SETTING_DEFAULTS } from '../../../src/config/schema';
import { runs } from '../propertyRuns';
import {
  effective,
  entries,
  SECTIONS,
  builtInOf,
  section,
  SINGLE,
  PRICES,
  single,
  manyPrices,
  type Values,
} from './effectiveSettings';

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
      ['fastPaths.workspaceWrites', false, false],
      ['fastPaths.localGit', false, false],
      ['fastPaths.containedCommands', false, false],
      ['fastPaths.keptRemovals', false, false],
      ['contained.commands', ['$defaults', '!npx'], ['$defaults', '!npx']],
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
      ['fastPaths.workspaceWrites', 'yes', false],
      ['fastPaths.localGit', 'yes', false],
      ['fastPaths.containedCommands', 'yes', false],
      ['fastPaths.keptRemovals', 'yes', false],
      ['contained.commands', 'make', []],
      ['contained.commands', ['rm -rf x; y'], []],
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
