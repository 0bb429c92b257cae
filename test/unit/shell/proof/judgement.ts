import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dryRun, type DryVerdict } from '../../../../src/engine/trial/dryRun';
import { fakeGate, WORKSPACE } from '../../engine/fakeGate';

/** The lines of a file of `test/corpus`. */
export function corpus(file: string): readonly unknown[] {
  const text = readFileSync(join(import.meta.dirname, '../../../corpus', file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

/** A project as agents find it: some sources, a repository without anything that runs code, two branches. */
const PROJECT = {
  [`${WORKSPACE}/.git/config`]: '[core]\n\trepositoryformatversion = 0\n\tbare = false\n',
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/package.json`]: '{}',
  [`${WORKSPACE}/src/index.ts`]: 'text',
};

export type Judgement = Pick<DryVerdict, 'outcome' | 'stage' | 'rule' | 'reason'>;

/** Decides a command line with no rules, no judge and nobody to ask: what code alone makes of it. */
export function judge(command: string, loginShell = 'bash'): Judgement {
  const gate = fakeGate({ tree: PROJECT });
  const world = { ...gate, machine: { ...gate.machine, loginShell } };
  const call = { tool: 'bash', agent: 'opencode', input: { command }, cwd: WORKSPACE };
  const run = dryRun(call, world, 'unanswered');
  if (run.kind === 'settled') return run.decision;
  return { outcome: 'block', stage: 'classifier', reason: 'Code alone does not settle it.' };
}
