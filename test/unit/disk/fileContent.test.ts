import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf } from '../../../src/disk/fileContent';

describe('the content of a file that runs', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'auto-mode-content-'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('is text and hash of one reading', () => {
    const path = join(folder, 'a');
    writeFileSync(path, 'grün\n');
    const sha256 = createHash('sha256').update('grün\n').digest('hex');
    assert.deepEqual(contentOf(path, 100), { sha256, text: 'grün\n' });
    writeFileSync(path, Buffer.from([0xff, 0x00]));
    assert.equal((contentOf(path, 100) as { text?: string }).text, undefined);
  });

  it('is not made of a folder, a pipe, a missing file, or 50 MB', function () {
    mkdirSync(join(folder, 'd'));
    assert.equal(contentOf(join(folder, 'd'), 100), 'not-a-file');
    assert.equal(contentOf(join(folder, 'none'), 100), 'absent');
    writeFileSync(join(folder, 'big'), '');
    truncateSync(join(folder, 'big'), 50_000_000);
    assert.equal(contentOf(join(folder, 'big'), 2_000_000), 'too-large');
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    assert.equal(contentOf(join(folder, 'pipe'), 100), 'not-a-file');
  });
});
