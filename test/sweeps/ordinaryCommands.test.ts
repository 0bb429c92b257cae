import assert from 'node:assert/strict';
import { corpus, judge, type Judgement } from '../unit/shell/proof/judgement';

interface DocumentedCommand {
  readonly command: string;
  readonly source: string;
}

const OTHER_STAGES: ReadonlySet<string> = new Set(['classifier', 'read-only-command', 'workspace-write', 'local-git']);

describe('command lines of real projects', () => {
  const ordinary = corpus('ordinary-commands.jsonl') as readonly DocumentedCommand[];
  const floorCases = corpus('documented-floor-cases.jsonl') as readonly (DocumentedCommand & {
    readonly check: string;
  })[];

  it('are at least 2,000, each once, from many sources', () => {
    assert.ok(ordinary.length >= 2_000);
    assert.equal(new Set(ordinary.map(({ command }) => command)).size, ordinary.length);
    assert.ok(new Set(ordinary.map(({ source }) => source.split(' ')[0])).size >= 300);
  });

  let decisions: readonly Judgement[];
  before(() => {
    decisions = ordinary.map(({ command }) => judge(command));
  });

  it('never meet the hard floor', () => {
    const alarms: string[] = [];
    for (const [index, { command, source }] of ordinary.entries()) {
      const { stage, rule, reason } = decisions[index]!;
      if (!OTHER_STAGES.has(stage)) {
        alarms.push(`${stage} ${rule?.text ?? ''}: ${command} (${source}): ${reason}`);
      }
    }
    assert.deepEqual(alarms, []);
  });

  it('are never proven to only read where they change something', () => {
    const CHANGING =
      /^(?:npm (?:i|ci|install|publish)|rm|mv|cp|mkdir|git (?:push|commit|add|checkout)|make|sudo|pip install)\b/;
    for (const [index, { command }] of ordinary.entries()) {
      if (CHANGING.test(command)) assert.notEqual(decisions[index]?.stage, 'read-only-command', command);
    }
  });

  for (const { command, check, source } of floorCases) {
    it(`${check} although it is documented: ${command}`, () => {
      const decision = judge(command);
      assert.equal(decision.stage, 'hard-deny', source);
      assert.equal(decision.rule?.text, check);
    });
  }
});
