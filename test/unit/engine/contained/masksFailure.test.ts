import assert from 'node:assert/strict';
import { masksFailure } from '../../../../src/engine/contained/masksFailure';

const SHOWN = [
  'npm test',
  'npx tsc --noEmit 2>&1',
  'timeout 60 npm test && echo done',
  'a && b >out 2>&1',
  'a &>out && b',
];
const MASKED = [
  'npm test | tail',
  'npm test || true',
  'npm test; echo "exit $?"',
  'npm test\necho done',
  'npm test &',
  'echo $(npm test)',
  'echo `npm test`',
  '! npm test',
  'cat <(npm test)',
  'npm test >(cat)',
  "bash -c 'npm test; true'",
  'npm test |& cat',
  'a &&& b',
];

describe('whether the exit code of a line is that of what failed', () => {
  for (const line of SHOWN) {
    it(line, () => {
      assert.equal(masksFailure(line), false);
    });
  }
  for (const line of MASKED) {
    it(`not of: ${line}`, () => {
      assert.equal(masksFailure(line), true);
    });
  }
});
