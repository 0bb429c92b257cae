import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '../../../../src/engine/decide';
import type { Decision } from '../../../../src/engine/model/decision';
import { configuration, entries, fakeGate, permissions, WORKSPACE } from '../../engine/fakeGate';

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

/** Decides a command line with no rules, no judge and nobody to ask: what code alone makes of it. */
export async function judge(command: string, allow: readonly string[] = []): Promise<Decision> {
  const gate = fakeGate({
    tree: PROJECT,
    classifierUsable: false,
    configuration: configuration({ permissions: permissions({ allow: entries(allow) }) }),
  });
  return decide({ tool: 'bash', input: { command }, cwd: WORKSPACE }, gate, new AbortController().signal);
}
