import assert from 'node:assert/strict';
import { decide } from '../../src/engine/decide';
import type { Decision } from '../../src/engine/model/decision';
import { RULE_SOURCES } from '../../src/rules/ruleSource';
import {
  configuration,
  entries,
  fakeGate,
  permissions,
  verdict,
  WORKSPACE,
  type FakeGate,
} from '../unit/engine/fakeGate';

const NEVER = new AbortController().signal;
const bash = { tool: 'bash', input: { command: 'git push --force origin main' }, cwd: WORKSPACE };
const edit = {
  tool: 'edit',
  input: { path: `${'a/'.repeat(100)}b.ts`, old_string: 'a', new_string: 'b' },
  cwd: WORKSPACE,
};

type Lists = Parameters<typeof permissions>[0];

async function under(lists: Lists, request: unknown, more = {}): Promise<{ decision: Decision; gate: FakeGate }> {
  const gate = fakeGate({
    configuration: configuration({ permissions: permissions(lists) }),
    classifier: () => verdict('allow'),
    ...more,
  });
  return { decision: await decide(request, gate, NEVER), gate };
}

type Pattern = (index: number) => string;

/** As many entries as the settings of one source may hold. */
function fromOneSource(text: Pattern): ReturnType<typeof entries> {
  return entries(Array.from({ length: 1_000 }, (_, index) => text(index)));
}

/** As many as those of five may hold. */
function fromAllSources(text: Pattern): ReturnType<typeof entries> {
  const sources = ['managed', 'environment', 'folder', 'user', 'workspace'] as const;
  return sources.flatMap((source, at) =>
    fromOneSource((index) => text(at * 1_000 + index)).map((entry) => ({ ...entry, source })),
  );
}

describe('rules of many sources', () => {
  it('name the rule of the strongest source that forbids or asks', async () => {
    for (const [at, source] of RULE_SOURCES.entries()) {
      const texts = ['read(~/.ssh/**)', 'bash(git push*)'];
      const rules = RULE_SOURCES.slice(at).flatMap((each) => entries(texts, each));
      for (const lists of [{ deny: rules }, { ask: rules }]) {
        const { decision } = await under(lists, bash);
        assert.deepEqual(decision.rule, { text: 'bash(git push*)', source });
        assert.match(decision.reason, new RegExp(`${source} settings`));
      }
    }
  });

  // What a pattern costs does not depend on its source, so all five are tried where a pattern is cheap.
  const patterns: readonly (readonly [name: string, text: Pattern, from?: typeof fromAllSources])[] = [
    ['plain commands', (index) => `bash(git push ${index}*)`, fromAllSources],
    ['commands with stars', (index) => `bash(${'*a'.repeat(60)}${index})`],
    ['commands with question marks', (index) => `bash(${'?*'.repeat(30)}${index}x)`],
    ['commands with classes', (index) => `bash(${'[a-z]*'.repeat(20)}${index}x)`],
    ['names', (index) => `edit(*.x${index})`],
    ['folders', (index) => `edit(src/${index}/**/*.ts)`, fromAllSources],
    ['paths with stars', (index) => `edit(${'**/a*/'.repeat(20)}x${index})`],
    ['any tool', (index) => `*(*x${index}*)`],
  ];
  for (const [name, text, from = fromOneSource] of patterns) {
    it(`are held against a call by the thousand: ${name}`, async () => {
      const others = from(text);
      const last = entries(['bash(git push*)', 'edit(a/**)'], 'default');
      const gates = [
        [permissions({ ask: others, allow: others.slice(0, 1_000) }), ['classifier', 'workspace-edit']],
        [permissions({ deny: [...others, ...last] }), ['permissions.deny', 'permissions.deny']],
      ] as const;
      for (const [lists, expected] of gates) {
        const gate = fakeGate({
          configuration: configuration({ permissions: lists }),
          classifier: () => verdict('allow'),
        });
        const stages = [await decide(bash, gate, NEVER), await decide(edit, gate, NEVER)].map(({ stage }) => stage);
        assert.deepEqual(stages, expected);
      }
    });
  }

  it('block a call that takes too long to hold against them', async () => {
    const text = `*(/${'**/a*/'.repeat(100)}x)`;
    const command = Array.from({ length: 50 }, (_, index) => `touch a/a/a/${index}`).join(' && ');
    for (const list of ['deny', 'ask'] as const) {
      const gate = fakeGate({
        configuration: configuration({ permissions: permissions({ [list]: fromAllSources(() => text) }) }),
        classifier: () => verdict('allow'),
      });
      let now = 0;
      const slow = { ...gate, clock: { now: () => 0, monotonic: () => (now += 300) } };
      const decision = await decide({ ...bash, input: { command } }, slow, NEVER);
      assert.equal(`${decision.outcome} ${decision.stage}`, `block permissions.${list}`);
      assert.match(decision.reason, /takes too long/);
    }
  });

  it('may hold an entry of any length, which asks and is not shown whole', async () => {
    const megabyte = 'x'.repeat(1_000_000);
    for (const text of [`bash(${megabyte})`, `bash(git push${' '.repeat(1_000_000)})`, megabyte, `bash(${megabyte}`]) {
      const { decision, gate } = await under({ deny: entries([text]) }, bash, { user: () => ({ kind: 'declined' }) });
      assert.equal(decision.stage, 'permissions.ask', text.slice(0, 20));
      assert.equal(gate.asked.length, 1);
      assert.ok(JSON.stringify([decision, gate.asked]).length < 5_000);
    }
  });

  it('do not ask about one unreadable entry after the other without end', async () => {
    const broken = (count: number) =>
      entries(
        Array.from({ length: count }, (_, index) => `bash((${index}`),
        'workspace',
      );
    const some = await under({ deny: broken(5) }, bash, { user: () => ({ kind: 'ignore-entry' }) });
    assert.deepEqual([some.decision.outcome, some.gate.asked.length], ['allow', 5]);
    const many = await under({ deny: broken(10_000) }, bash, { user: () => ({ kind: 'ignore-entry' }) });
    assert.deepEqual([many.decision.outcome, many.decision.stage], ['block', 'permissions.ask']);
    assert.equal(many.gate.asked.length, 0);
    assert.match(many.decision.reason, /^10000 entries/);
  });
});
