import assert from 'node:assert/strict';
import { PAYLOAD } from './launcherCases';
import type { LauncherAnswer } from './launcherRig';

export const NOTHING_SAID: LauncherAnswer = { code: 0, stdout: '{}\n', stderr: '' };

export function assertAsks(answer: LauncherAnswer): void {
  assert.deepEqual([answer.code, answer.stderr], [0, '']);
  const output = JSON.parse(answer.stdout) as { hookSpecificOutput: { permissionDecision: string } };
  assert.equal(output.hookSpecificOutput.permissionDecision, 'ask');
  assert.equal(answer.stdout.trim().includes('\n'), false);
}

export function assertSaysNothing(answer: LauncherAnswer): void {
  assert.deepEqual([answer.code, answer.stderr], [0, '']);
  assert.deepEqual(Object.keys(JSON.parse(answer.stdout) as object), ['systemMessage']);
}

export const AUTO = JSON.stringify({ ...PAYLOAD, permission_mode: 'auto' });
