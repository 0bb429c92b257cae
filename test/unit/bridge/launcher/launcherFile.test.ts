import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../../../src/bridge/launcher/launcher.sh');

describe('launcher.sh', () => {
  for (const shell of ['sh', 'bash', 'dash']) {
    it(`is a script as it is, before anything is filled in: ${shell}`, function () {
      const { error, status, stderr } = spawnSync(shell, ['-n', FILE], { encoding: 'utf8' });
      if (error !== undefined) return this.skip();
      assert.deepEqual([status, stderr], [0, '']);
    });
  }
});
