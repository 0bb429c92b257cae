import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

function withTables(rows: 'with' | 'without'): unknown {
  const program = join(import.meta.dirname, 'madeUpPrograms.ts');
  return JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', program, rows], { encoding: 'utf8' }));
}

describe('the tables of programs', () => {
  it('make a wrapper and an interpreter known everywhere by one row each', () => {
    assert.deepEqual(withTables('with'), {
      opens: ['mywrap', 'ls'],
      provesReading: true,
      provesDeleting: false,
      floor: 'recursive-delete',
      broadWrapper: true,
      code: ['text'],
      piped: 'fetch-and-run-as-root',
      broadInterpreter: true,
    });
  });

  it('know neither without the rows', () => {
    assert.deepEqual(withTables('without'), {
      opens: ['mywrap'],
      provesReading: false,
      provesDeleting: false,
      broadWrapper: false,
      code: [],
      broadInterpreter: false,
    });
  });
});
