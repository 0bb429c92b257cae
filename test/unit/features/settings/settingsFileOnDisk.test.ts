import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { createNodeFileSystem } from '../../../../src/disk/nodeFileSystem';
import type { FileOnDisk } from '../../../../src/config/workspaceRuleFiles';
import { settingsFileOnDisk } from '../../../../src/features/settings/settingsFileOnDisk';
import { useTemporaryFolder } from '../../disk/temporaryFolder';

const LINK_TYPE = process.platform === 'win32' ? 'junction' : null;

describe('a settings file on this disk', () => {
  const root = useTemporaryFolder();
  const open = (name: string, isRemote: (path: string) => boolean = () => false): FileOnDisk | undefined =>
    settingsFileOnDisk(
      root.at(name),
      {
        platform: process.platform,
        homeDirectory: root.path,
        loginShell: undefined,
        gatePaths: [],
        secretGatePaths: [],
      },
      { ...createNodeFileSystem(), isRemote },
    );
  const link = (target: string, name: string): void => {
    symlinkSync(LINK_TYPE === null ? target : root.at(target), root.at(name), LINK_TYPE);
  };
  const isRoot = process.getuid?.() === 0;

  it('is found where there is no link, and is empty where there is no file', () => {
    root.write('w/settings.json', '{}');
    const file = open('w/settings.json');
    assert.equal(file?.text(), '{}');
    assert.equal(file.stamp(), file.stamp());
    assert.equal(open('w/other.json')?.text(), '');
  });

  it('is another one as soon as any link on the way to it leads elsewhere', () => {
    root.write('one/settings.json', '1');
    root.write('two/settings.json', '2');
    link('one', 'current');
    link('current', 'linked');
    const file = open('linked/settings.json');
    const stamp = file?.stamp();
    assert.equal(file?.text(), '1');
    assert.equal(file.stamp(), stamp);
    unlinkSync(root.at('current'));
    link('two', 'current');
    assert.notEqual(file.stamp(), stamp);
    assert.equal(file.text(), '2');
  });

  it('is another one as soon as a link behind the first leads elsewhere', function () {
    // Links to files need a right of their own there.
    if (process.platform === 'win32') this.skip();
    root.write('one/shared.json', '1');
    root.write('two/shared.json', '2');
    mkdirSync(root.at('w'));
    link('one', 'current');
    link('../current/shared.json', 'w/settings.json');
    const file = open('w/settings.json');
    const stamp = file?.stamp();
    assert.equal(file?.text(), '1');
    unlinkSync(root.at('current'));
    link('two', 'current');
    assert.notEqual(file.stamp(), stamp);
    assert.equal(file.text(), '2');
  });

  it('cannot be read behind a loop of links, until that is mended', function () {
    if (process.platform === 'win32') this.skip();
    link('settings.json', 'settings.json');
    const file = open('settings.json');
    const stamp = file?.stamp();
    assert.ok(file !== undefined);
    assert.equal(file.text(), undefined);
    unlinkSync(root.at('settings.json'));
    root.write('settings.json', '{}');
    assert.notEqual(file.stamp(), stamp);
    assert.equal(file.text(), '{}');
  });

  // Nothing is closed to root.
  if (process.platform !== 'win32' && !isRoot) {
    it('cannot be read in a folder that cannot be looked into, until that is mended', () => {
      root.write('closed/settings.json', '{}');
      link('closed/settings.json', 'settings.json');
      try {
        for (const name of ['closed/settings.json', 'settings.json']) {
          chmodSync(root.at('closed'), 0);
          const file = open(name);
          const stamp = file?.stamp();
          assert.ok(file !== undefined);
          assert.equal(file.text(), undefined);
          chmodSync(root.at('closed'), 0o755);
          assert.notEqual(file.stamp(), stamp);
          assert.equal(file.text(), '{}');
        }
      } finally {
        chmodSync(root.at('closed'), 0o755);
      }
    });
  }

  it('is not looked for on another machine, nor where a link comes to lead there', () => {
    root.write('near/settings.json', '{}');
    root.write('far/settings.json', '{}');
    const isRemote = (path: string): boolean => path.startsWith(root.at('far'));
    assert.equal(open('far/settings.json', isRemote), undefined);
    link('near', 'current');
    const file = open('current/settings.json', isRemote);
    const stamp = file?.stamp();
    assert.equal(file?.text(), '{}');
    unlinkSync(root.at('current'));
    link('far', 'current');
    assert.notEqual(file.stamp(), stamp);
    assert.equal(file.text(), '');
    assert.equal(open('current/settings.json', isRemote), undefined);
  });
});
