import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStamp, MAX_SETTINGS_BYTES, settingsText } from '../../../src/disk/settingsFileContent';
import { useTemporaryFolder } from './temporaryFolder';

describe('the content of a settings file', () => {
  const root = useTemporaryFolder();
  const make = (name: string, content: string | Buffer): string => root.write(name, content);

  it('is its text, whatever its bytes are', () => {
    assert.equal(settingsText(make('plain.json', '{"a": "ü"}')), '{"a": "ü"}');
    assert.equal(settingsText(make('latin.json', Buffer.of(0x7b, 0xfc, 0x7d))), '{\ufffd}');
  });

  it('is empty where there is no file', () => {
    mkdirSync(root.at('folder'));
    assert.equal(settingsText(root.at('missing.json')), '');
    assert.equal(settingsText(root.at('folder')), '');
    assert.equal(settingsText(join(make('file', ''), 'settings.json')), '');
  });

  it('is not waited for at a pipe', function () {
    if (process.platform === 'win32') this.skip();
    const pipe = root.at('pipe');
    execFileSync('mkfifo', [pipe]);
    assert.equal(settingsText(pipe), '');
  });

  it('is unknown beyond a size that no person keeps', () => {
    const path = make('large.json', '');
    truncateSync(path, MAX_SETTINGS_BYTES + 1);
    assert.equal(settingsText(path), undefined);
    truncateSync(path, MAX_SETTINGS_BYTES);
    assert.equal(settingsText(path)?.length, MAX_SETTINGS_BYTES);
  });

  it('has another stamp after it was written, replaced, removed or became a link', () => {
    const path = make('stamped.json', '1');
    const stamps = [fileStamp(path)];
    assert.equal(fileStamp(path), stamps[0]);
    writeFileSync(path, '22');
    stamps.push(fileStamp(path));
    utimesSync(path, 1, 1);
    stamps.push(fileStamp(path));
    renameSync(make('other.json', '22'), path);
    stamps.push(fileStamp(path));
    renameSync(path, root.at('away.json'));
    stamps.push(fileStamp(path));
    symlinkSync('away.json', path);
    stamps.push(fileStamp(path));
    assert.equal(new Set(stamps).size, stamps.length);
    assert.equal(stamps[4], 'absent');
  });
});
