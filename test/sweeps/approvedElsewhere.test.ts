import assert from 'node:assert/strict';
import { corpus, judge } from '../unit/shell/proof/judgement';

interface SourcedCommand {
  readonly command: string;
  readonly source: string;
}

/** The share of commands that run at once because they are proven to only read, and the others with what stands against them. */
function proven(file: string, loginShell?: string): { readonly share: number; readonly others: readonly string[] } {
  const lines = corpus(file) as readonly SourcedCommand[];
  const others: string[] = [];
  for (const { command } of lines) {
    const { stage, reason } = judge(command, loginShell);
    assert.notEqual(stage, 'permissions.allow');
    if (stage !== 'read-only-command') others.push(`${command}  [${stage}] ${reason}`);
  }
  return { share: 1 - others.length / lines.length, others };
}

describe('the share that is proven to only read', () => {
  it('of commands that other approve-lists call read-only', () => {
    const { share, others } = proven('approved-elsewhere.jsonl');
    // Others let a call ask hosts and repositories that it names itself, and print the environment of a container.
    assert.ok(share >= 0.935, `${(share * 100).toFixed(1)} %; not proven:\n${others.join('\n')}`);
  });

  for (const [shell, least] of [
    ['bash', 0.6],
    ['dash', 0.6],
    ['zsh', 0.57],
  ] as const) {
    it(`of shell calls of real agents in ${shell}`, () => {
      const { share, others } = proven('agent-calls.jsonl', shell);
      assert.ok(share >= least, `${(share * 100).toFixed(1)} %; not proven:\n${others.join('\n')}`);
    });
  }
});
