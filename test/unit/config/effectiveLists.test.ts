import assert from 'node:assert/strict';
import { DEFAULT_ASK_RULES } from '../../../src/config/defaultAskRules';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import type { EffectiveSettings, RawSource } from '../../../src/config/sources';
import { parsePermissionRule } from '../../../src/rules/permissionRule';
import {
  effective,
  entries,
  written,
  builtInAsks,
  SECTIONS,
  builtInOf,
  section,
  ruleProblem,
} from './effectiveSettings';

describe('effectiveConfiguration', () => {
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
});
