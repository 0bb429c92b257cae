import assert from 'node:assert/strict';
import { ProblemLog } from '../../../../src/features/status/problemLog';

describe('the problems in the log', () => {
  const A = { entry: 'autoMode.enabled (user settings): no', message: 'Write true or false.' };
  const B = { entry: 'autoMode.permissions.deny (workspace settings): bash(\u202ea', message: 'Not a rule.\nMend it.' };

  it('are written when they come, and once', () => {
    const written: string[] = [];
    const log = new ProblemLog({
      warn: (line) => written.push(`warn ${line}`),
      info: (line) => written.push(`info ${line}`),
    });
    for (const problems of [[], [A], [A], [A, B], [B, A], [A], [], [], [A]]) log.note(problems);
    assert.deepEqual(written, [
      'warn autoMode.enabled (user settings): no: Write true or false.',
      'warn autoMode.permissions.deny (workspace settings): bash(\\u{202E}a: Not a rule.\\nMend it.',
      'info Settings: 1 mended, 1 left.',
      'info Settings: 1 mended, 0 left.',
      'warn autoMode.enabled (user settings): no: Write true or false.',
    ]);
  });
});
