/** Calls of Codex, as its dialect hands them on, through all stages. */
import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import type { JsonObject } from '../../../../src/common/json';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE } from '../../engine/fakeGate';

const patchText = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const patch = (...lines: string[]): JsonObject => ({ command: patchText(...lines) });

/** The same as a command: Codex applies such a patch itself, as it is written. */
const inShell = (start: string, ...lines: string[]): JsonObject => ({
  command: `${start}\n${patchText(...lines)}EOF\n`,
});
const HOOKS = '*** Add File: ../.codex/hooks.json';

const ROWS: readonly (readonly [what: string, tool: string, input: JsonObject, stage: string, outcome?: 'block'])[] = [
  ['a command that reads', 'Bash', { command: 'ls -la' }, 'read-only-command'],
  ['a command that an allow rule names', 'Bash', { command: 'make all' }, 'permissions.allow'],
  ['the same into whose terminal Codex can type', 'Bash', { command: 'ls -la', tty: true }, 'classifier'],
  ['an allow rule, and a terminal', 'Bash', { command: 'make all', tty: true }, 'classifier'],
  ['options that nobody saw', 'Bash', { command: 'ls -la', unseen_options: 'x' }, 'classifier'],
  ['a question about a call', 'Bash', { command: 'ls -la', description: 'must be' }, 'read-only-command'],
  ['argv instead of a line', 'Bash', { command: ['ls'] }, 'invalid-request', 'block'],
  ['typing into what runs', 'write_stdin', { session_id: 1, chars: 'ls\n' }, 'classifier'],
  ['a new file', 'apply_patch', patch('*** Add File: src/b.ts', '+x'), 'workspace-edit'],
  ['an edit', 'apply_patch', patch('*** Update File: src/a.ts', '@@', '-x', '+y'), 'workspace-edit'],
  ['an edit of a protected file', 'apply_patch', patch('*** Update File: package.json', '-x', '+y'), 'classifier'],
  [
    'a protected file behind another',
    'apply_patch',
    patch('*** Add File: c', '+x', '*** Add File: .git/hooks/pre-commit', '+x'),
    'classifier',
  ],
  ['a file outside', 'apply_patch', patch('*** Add File: ../b.ts', '+x'), 'classifier'],
  ['a deletion', 'apply_patch', patch('*** Delete File: src/a.ts'), 'classifier'],
  [
    'a move over a protected file',
    'apply_patch',
    patch('*** Update File: src/a.ts', '*** Move to: package.json', '-x', '+y'),
    'classifier',
  ],
  ['a patch that is not plain', 'apply_patch', { command: '*** Add File: src/b.ts\n+x' }, 'classifier'],
  [
    'a file that a deny rule names, as the target of a move',
    'apply_patch',
    patch('*** Update File: src/a.ts', '*** Move to: denied.txt', '-x', '+y'),
    'permissions.deny',
    'block',
  ],
  [
    'the same behind a line that looks like another target',
    'apply_patch',
    patch('*** Update File: src/a.ts', '*** Move to: denied.txt', ' *** Move to: c', '-x', '+y'),
    'permissions.deny',
    'block',
  ],
  ['its own hooks', 'apply_patch', patch('*** Update File: ../.codex/hooks.json', '-x', '+y'), 'hard-deny', 'block'],
  [
    'the trust in its hooks',
    'apply_patch',
    patch('*** Update File: ../.codex/config.toml', '-x', '+y'),
    'hard-deny',
    'block',
  ],
  ['its own hooks, by a command', 'Bash', inShell("apply_patch <<'EOF'", HOOKS, '+x'), 'hard-deny', 'block'],
  [
    'its own hooks, by a command in another folder',
    'Bash',
    inShell("cd src && apply_patch <<'EOF'", '*** Add File: ../../.codex/hooks.json', '+x'),
    'hard-deny',
    'block',
  ],
  [
    'its own hooks behind the end of a line that only the shell would take away',
    'Bash',
    inShell('apply_patch <<EOF', '*** Update File: src/a.ts', '-x', '+y\\', HOOKS, '+x'),
    'hard-deny',
    'block',
  ],
  [
    'its own hooks behind many files',
    'apply_patch',
    patch(...Array.from({ length: 1000 }, (_, index) => `*** Delete File: f${index}`), HOOKS, '+x'),
    'invalid-request',
    'block',
  ],
  ['its own record of the session', 'Bash', { command: 'rm -r ~/.codex/sessions' }, 'hard-deny', 'block'],
  ['another home for Codex', 'Bash', { command: 'CODEX_HOME=/tmp/x codex exec hi' }, 'hard-deny', 'block'],
  ['an image', 'view_image', { path: 'a.png' }, 'safe-tool'],
  ['its plan', 'update_plan', { plan: [] }, 'safe-tool'],
  ['a sub-agent', 'spawn_agent', { message: 'go' }, 'classifier'],
  ['a server of tools', 'mcp__files__read', { path: 'a' }, 'classifier'],
];

describe('calls of Codex', () => {
  for (const [what, tool, input, stage, outcome = 'allow'] of ROWS) {
    it(`${what}: ${stage}`, async () => {
      const gate = fakeGate({
        tree: { [`${WORKSPACE}/src/a.ts`]: 'x', [`${WORKSPACE}/package.json`]: '{}' },
        configuration: configuration({
          permissions: permissions({ deny: entries(['edit(denied.txt)']), allow: entries(['bash(make *)']) }),
        }),
        classifier: () => verdict('allow'),
      });
      const decision = await decide(
        { tool, input, cwd: WORKSPACE, agent: 'codex', sessionId: 's', callId: 'c' },
        gate,
        new AbortController().signal,
      );
      assert.deepEqual([decision.stage, decision.outcome], [stage, outcome], decision.reason);
    });
  }
});
