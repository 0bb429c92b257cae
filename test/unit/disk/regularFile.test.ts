import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readRegularFile } from '../../../src/disk/regularFile';

describe('a regular file', () => {
  it('of the kernel, which claims no size, is read whole, and another one after it changes nothing', function () {
    if (process.platform !== 'linux') this.skip();
    const version = readRegularFile('/proc/version', 100_000);
    readRegularFile('/proc/filesystems', 100_000);
    assert.deepEqual(version, readFileSync('/proc/version'));
  });
});
