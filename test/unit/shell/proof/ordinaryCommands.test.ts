import assert from 'node:assert/strict';
import { corpus, judge } from './judgement';

interface DocumentedCommand {
  readonly command: string;
  readonly source: string;
}

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

  it('never meet the hard floor', async () => {
    const alarms: string[] = [];
    for (const { command, source } of ordinary) {
      const { stage, rule, reason } = await judge(command);
      if (stage !== 'classifier' && stage !== 'read-only-command') {
        alarms.push(`${stage} ${rule?.text ?? ''}: ${command} (${source}): ${reason}`);
      }
    }
    assert.deepEqual(alarms, []);
  });

  for (const { command, check, source } of floorCases) {
    it(`${check} although it is documented: ${command}`, async () => {
      const decision = await judge(command);
      assert.equal(decision.stage, 'hard-deny', source);
      assert.equal(decision.rule?.text, check);
    });
  }
});
