import assert from 'node:assert/strict';
import { looseningClause, loosenings, newSentences } from '../../../src/config/loosening';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import { configuration, entries } from '../engine/fakeGate';

const sourced = (...values: readonly string[]): EffectiveConfiguration['protectedPaths'] =>
  values.map((value) => ({ value, source: 'user' as const }));
type Change = (to: readonly string[]) => Partial<EffectiveConfiguration>;
const base = configuration();
const permission =
  (list: 'deny' | 'ask' | 'allow'): Change =>
  (to) => ({ permissions: { ...base.permissions, [list]: entries(to) } });
const rule =
  (list: keyof EffectiveConfiguration['rules']): Change =>
  (to) => ({ rules: { ...base.rules, [list]: sourced(...to) } });

describe('what is looser', () => {
  const keys = (before: Partial<EffectiveConfiguration>, after: Partial<EffectiveConfiguration>): string[] =>
    loosenings({ ...base, ...before }, { ...base, ...after }).map(looseningClause);

  /** For each list: whether fewer and whether more entries are looser. */
  const lists: readonly [string, Change, boolean, boolean][] = [
    ['permissions.deny', permission('deny'), true, false],
    ['permissions.ask', permission('ask'), true, false],
    ['permissions.allow', permission('allow'), false, true],
    ['rules.allow', rule('allow'), false, true],
    ['rules.softDeny', rule('softDeny'), true, false],
    ['rules.hardDeny', rule('hardDeny'), true, false],
    ['rules.environment', rule('environment'), true, true],
    ['protectedPaths', (to) => ({ protectedPaths: sourced(...to) }), true, false],
  ];
  for (const [key, change, fewer, more] of lists) {
    it(key, () => {
      assert.deepEqual(keys(change(['a', 'b']), change(['a'])), fewer ? [`${key} without b`] : []);
      assert.deepEqual(keys(change(['a']), change(['a', 'b'])), more ? [`${key} with b`] : []);
      assert.deepEqual(keys(change(['a', 'b']), change(['b', 'a'])), [], 'another order');
    });
  }

  const { classifier, fastPaths, pause, snapshots } = base;
  const judge = (changes: Partial<typeof classifier>): Partial<EffectiveConfiguration> => ({
    classifier: { ...classifier, ...changes },
  });
  /** The second of two is looser, and the first is not. */
  const values: readonly [string, Partial<EffectiveConfiguration>, Partial<EffectiveConfiguration>][] = [
    ['enabled becomes false', { enabled: true }, { enabled: false }],
    ['fastPaths.workspaceEdits becomes true', { fastPaths: { ...fastPaths, workspaceEdits: false } }, { fastPaths }],
    [
      'fastPaths.readOnlyCommands becomes true',
      { fastPaths: { ...fastPaths, readOnlyCommands: false } },
      { fastPaths },
    ],
    ['fastPaths.workspaceWrites becomes true', { fastPaths: { ...fastPaths, workspaceWrites: false } }, { fastPaths }],
    ['fastPaths.localGit becomes true', { fastPaths: { ...fastPaths, localGit: false } }, { fastPaths }],
    ['fastPaths.keptRemovals becomes true', { fastPaths: { ...fastPaths, keptRemovals: false } }, { fastPaths }],
    [
      'fastPaths.containedCommands becomes true',
      { fastPaths: { ...fastPaths, containedCommands: false } },
      { fastPaths },
    ],
    [
      'classifier.maxTranscriptEntries becomes 5',
      judge({ maxTranscriptEntries: 6 }),
      judge({ maxTranscriptEntries: 5 }),
    ],
    [
      'classifier.timeoutSeconds becomes 1',
      judge({ timeoutSeconds: 2, whenUnavailable: 'ask' }),
      judge({ timeoutSeconds: 1, whenUnavailable: 'ask' }),
    ],
    ['classifier.assistantText becomes true', judge({ assistantText: false }), judge({ assistantText: true })],
    [
      'classifier.whenUnavailable becomes "ask"',
      judge({ whenUnavailable: 'block' }),
      judge({ whenUnavailable: 'ask' }),
    ],
    ['classifier.onBlock becomes "ask"', judge({ onBlock: 'block' }), judge({ onBlock: 'ask' })],
    ['classifier.stages becomes "auto"', judge({ stages: 'one' }), judge({ stages: 'auto' })],
    ['classifier.stages becomes "two"', judge({ stages: 'auto' }), judge({ stages: 'two' })],
    ['pause.consecutive becomes 9', { pause: { ...pause, consecutive: 8 } }, { pause: { ...pause, consecutive: 9 } }],
    ['pause.total becomes 99', { pause: { ...pause, total: 98 } }, { pause: { ...pause, total: 99 } }],
    ...(['maxMegabytes', 'maxSeconds', 'keepDays'] as const).map(
      (name): [string, Partial<EffectiveConfiguration>, Partial<EffectiveConfiguration>] => [
        `snapshots.${name} becomes 11`,
        { snapshots: { ...snapshots, [name]: 12 } },
        { snapshots: { ...snapshots, [name]: 11 } },
      ],
    ),
  ];
  for (const [what, strict, loose] of values) {
    it(what, () => {
      assert.deepEqual(keys(strict, loose), [what]);
      assert.deepEqual(keys(loose, strict), []);
    });
  }

  it('not: a judge that gets less time where nobody answers in its place', () => {
    assert.deepEqual(keys(judge({ timeoutSeconds: 2 }), judge({ timeoutSeconds: 1 })), []);
  });

  it('an entry of somebody’s own that is only a built-in one from now on, which has exceptions', () => {
    const builtIn = { value: 'package.json', source: 'default' } as const;
    const own = { ...builtIn, source: 'user' } as const;
    const without = 'protectedPaths without package.json';
    assert.deepEqual(keys({ protectedPaths: [own] }, { protectedPaths: [builtIn] }), [without]);
    assert.deepEqual(keys({ protectedPaths: [builtIn] }, { protectedPaths: [own] }), []);
    assert.deepEqual(keys({ protectedPaths: [builtIn] }, { protectedPaths: [builtIn] }), []);
    const asks = (source: 'user' | 'default'): Partial<EffectiveConfiguration> => ({
      permissions: { ...base.permissions, ask: [{ text: 'read(.env)', source }] },
    });
    assert.deepEqual(keys(asks('user'), asks('default')), ['permissions.ask without read(.env)']);
    assert.deepEqual(keys(asks('default'), asks('user')), []);
  });

  it('another judge, either way', () => {
    const [one, other] = [judge({ model: 'a/b', baseUrl: 'http://a' }), judge({})];
    assert.deepEqual(keys(other, one), ['classifier.model becomes "a/b"', 'classifier.baseUrl becomes "http://a"']);
    assert.deepEqual(keys(one, other), ['classifier.model becomes ""', 'classifier.baseUrl becomes ""']);
  });

  it('who decides in folders that no window has open, either way', () => {
    const { ownJudge } = base.agents;
    const [on, off] = [{ agents: { anyWindow: true, ownJudge } }, { agents: { anyWindow: false, ownJudge } }];
    assert.deepEqual(keys(off, on), ['agents.anyWindow becomes true']);
    assert.deepEqual(keys(on, off), ['agents.anyWindow becomes false']);
  });

  it('another judge in an agent’s own auto mode, but not a second one', () => {
    const judges = (ownJudge: EffectiveConfiguration['agents']['ownJudge']): Partial<EffectiveConfiguration> => ({
      agents: { anyWindow: false, ownJudge },
    });
    const [usual, ours, both] = [judges({}), judges({ codex: 'never' }), judges({ codex: 'always' })];
    assert.deepEqual(keys(usual, ours), ['agents.ownJudge becomes "codex: never"']);
    assert.deepEqual(keys(both, usual), ['agents.ownJudge becomes "codex: afterCode"']);
    assert.deepEqual(keys(usual, both), []);
    assert.deepEqual(keys(usual, judges({ codex: 'afterCode' })), []);
  });

  it('whether anything is kept before a run, either way', () => {
    const [on, off] = [{ snapshots }, { snapshots: { ...snapshots, enabled: false } }];
    assert.deepEqual(keys(off, on), ['snapshots.enabled becomes true']);
    assert.deepEqual(keys(on, off), ['snapshots.enabled becomes false']);
  });

  it('not: a rule that is stricter from now on', () => {
    assert.deepEqual(keys(permission('ask')(['a']), permission('deny')(['a'])), []);
    assert.deepEqual(keys(permission('deny')(['a']), permission('ask')(['a'])), ['permissions.deny without a']);
    assert.deepEqual(keys(rule('softDeny')(['a']), rule('hardDeny')(['a'])), []);
    assert.deepEqual(keys(rule('hardDeny')(['a']), rule('softDeny')(['a'])), ['rules.hardDeny without a']);
  });

  it('knows sentences that somebody added, but for the built-in ones', () => {
    const after = { ...base, rules: { ...base.rules, hardDeny: sourced('x'), softDeny: sourced('y') } };
    assert.deepEqual(
      newSentences(base, after).map(({ key }) => key),
      ['rules.softDeny', 'rules.hardDeny'],
    );
    const builtIn = { ...base, rules: { ...base.rules, softDeny: [{ value: 'z', source: 'default' as const }] } };
    assert.deepEqual(newSentences(base, builtIn), []);
    assert.deepEqual(newSentences(after, after), []);
  });
});
