import assert from 'node:assert/strict';
import { printedBy } from './separateProgram';

describe('the tables of programs', () => {
  it('make a wrapper and an interpreter known everywhere by one row each', async () => {
    assert.deepEqual(await printedBy('madeUpPrograms.ts', 'with'), {
      opens: ['mywrap', 'ls'],
      provesReading: true,
      provesDeleting: false,
      floor: 'power-off',
      broadWrapper: true,
      code: ['text'],
      piped: 'fetch-and-run-as-root',
      broadInterpreter: true,
    });
  });

  it('know neither without the rows', async () => {
    assert.deepEqual(await printedBy('madeUpPrograms.ts', 'without'), {
      opens: ['mywrap'],
      provesReading: false,
      provesDeleting: false,
      broadWrapper: false,
      code: [],
      broadInterpreter: false,
    });
  });
});
