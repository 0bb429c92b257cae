import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsBackups } from '../../../../src/agents/files/settingsFile';

describe('backups of a settings file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'auto-mode-backups-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are read newest first, and only the latest: anybody can put files of such names there', () => {
    for (let index = 0; index < 100; index += 1) {
      writeFileSync(join(folder, `settings.json.before-auto-mode-2026-${String(index).padStart(3, '0')}`), `${index}`);
    }
    const texts = settingsBackups(join(folder, 'settings.json'));
    assert.equal(texts.length, 20);
    assert.deepEqual([texts[0], texts[19]], ['99', '80']);
  });
});
