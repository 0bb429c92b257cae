import assert from 'node:assert/strict';
import { InputProblem } from '../../src/common/inputProblem';
import { withinCpuMs } from '../unit/cpuTime';
import { floorOf } from '../unit/floor/commands/floorCases';

describe('the hard floor on commands', () => {
  it('takes bounded time for hostile lines', () => {
    const hostile = [
      'rm -rf '.repeat(2_000),
      `rm -rf ${'/a/../'.repeat(1_300)}`,
      `rm -rf ${'*'.repeat(8_000)}`,
      `rm -rf ${Array.from({ length: 1_500 }, (_, index) => `a${index}/b`).join(' ')}`,
      `git config core.pager '${'cat/'.repeat(2_000)}x'`,
      `find ${'-exec rm '.repeat(900)}`,
      `${'a|'.repeat(3_900)} xargs rm -rf`,
      '(){'.repeat(2_700),
      'x(){ '.repeat(200_000),
      'echo "$('.repeat(20_000),
      `env -S '${'A=b '.repeat(1_900)}'`,
      '"'.repeat(999_999),
      `open ${'//'.repeat(3_900)}`,
    ];
    for (const line of hostile) {
      const floorOrRefusal = (): unknown => {
        try {
          return floorOf(line);
        } catch (error) {
          assert.ok(error instanceof InputProblem);
          return undefined;
        }
      };
      withinCpuMs(5_000, floorOrRefusal, line.slice(0, 30));
    }
  });
});
