import assert from 'node:assert/strict';
import { corpus, judge } from './judgement';

interface SourcedCommand {
  readonly command: string;
  readonly source: string;
}

/** The share of commands that run at once because they are proven to only read, and the others with what stands against them. */
async function proven(file: string): Promise<{ readonly share: number; readonly others: readonly string[] }> {
  const lines = corpus(file) as readonly SourcedCommand[];
  const others: string[] = [];
  for (const { command } of lines) {
    const { stage, reason } = await judge(command);
    assert.notEqual(stage, 'permissions.allow');
    if (stage !== 'read-only-command') others.push(`${command}  [${stage}] ${reason}`);
  }
  return { share: 1 - others.length / lines.length, others };
}

describe('the share that is proven to only read', () => {
  it('of commands that other approve-lists call read-only', async () => {
    const { share, others } = await proven('approved-elsewhere.jsonl');
    // Others let a call ask hosts, buckets and repositories that it names itself.
    assert.ok(share >= 0.94, `${(share * 100).toFixed(1)} %; not proven:\n${others.join('\n')}`);
  });

  it('of shell calls of real agents', async () => {
    const { share, others } = await proven('agent-calls.jsonl');
    assert.ok(share >= 0.6, `${(share * 100).toFixed(1)} %; not proven:\n${others.join('\n')}`);
  });

  it('of ordinary commands of real projects, most of which build or install, is none that changes something', async () => {
    const CHANGING =
      /^(?:npm (?:i|ci|install|publish)|rm|mv|cp|mkdir|git (?:push|commit|add|checkout)|make|sudo|pip install)\b/;
    for (const { command } of corpus('ordinary-commands.jsonl') as readonly SourcedCommand[]) {
      if (!CHANGING.test(command)) continue;
      const { outcome } = await judge(command);
      assert.notEqual(outcome, 'allow', command);
    }
  });
});
