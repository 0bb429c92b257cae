/** A project whose files git holds or not, for lines that write. */
import type { CheckRequest } from '../../../../src/calls/request';
import { DEFAULT_PROTECTED_PATHS } from '../../../../src/config/defaultProtectedPaths';
import { decide } from '../../../../src/engine/decide';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import { configuration, fakeGate, HOME, WORKSPACE, type FakeGate, type FakeGateOptions, type Tree } from '../fakeGate';

export const never = new AbortController().signal;
export const at = (path: string): string => `${WORKSPACE}/${path}`;
export const TREE: Tree = {
  [at('src/a.ts')]: 'held',
  [at('src/b.ts')]: 'held',
  [at('src/changed.ts')]: 'not held',
  [at('notes.txt')]: 'not held',
  [at('run.sh')]: 'held',
  [at('tsconfig.json')]: '{}',
  [at('.env')]: 'TOKEN=x',
  [at('.env.example')]: 'TOKEN=',
  [at('empty')]: undefined,
  [at('docs/x/one.md')]: 'held',
  [at('hooks/pre-commit')]: 'held',
  [at('link.ts')]: { link: 'src/a.ts' },
  [at('secret-link')]: { link: `${HOME}/.ssh` },
  [at('out')]: { link: '/srv/out' },
  [at('up')]: { link: 'src' },
  [at('.git/config')]: '[core]\n\tbare = false\n',
  [at('.git/HEAD')]: 'ref: refs/heads/main\n',
  '/srv/out/x': 'x',
  '/srv/data.csv': 'a,b',
  [`${HOME}/.ssh/id_rsa`]: 'key',
  [`${HOME}/.bashrc`]: '',
};
const HELD = new Set(['src/a.ts', 'src/b.ts', 'run.sh', 'tsconfig.json', 'docs/x/one.md', 'hooks/pre-commit'].map(at));

const PROTECTED = DEFAULT_PROTECTED_PATHS.map((value) => ({ value, source: 'default' as const }));

export function gateFor(options: FakeGateOptions = {}, changes: Partial<EffectiveConfiguration> = {}): FakeGate {
  return fakeGate({
    tree: TREE,
    held: HELD,
    configuration: configuration({ protectedPaths: PROTECTED, ...changes }),
    ...options,
  });
}

export async function stage(command: string, gate = gateFor(), request: Partial<CheckRequest> = {}): Promise<string> {
  const decision = await decide({ tool: 'bash', input: { command }, cwd: WORKSPACE, ...request }, gate, never);
  return `${decision.outcome} ${decision.stage}`;
}

export const WRITES = 'allow workspace-write';
