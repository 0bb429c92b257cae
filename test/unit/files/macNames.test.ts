import assert from 'node:assert/strict';
import fc from 'fast-check';
import { usualMacName } from '../../../src/files/macNames';
import { everyName, resolvePath } from '../../../src/files/pathResolution';
import { EMPTY_DISK, LINUX, MAC } from './fileWorld';

const names = (path: string): readonly string[] => everyName(resolvePath(path, '/Users/u', MAC, EMPTY_DISK));

const CASES: readonly (readonly [path: string, usual: string])[] = [
  ['/private/etc/hosts', '/etc/hosts'],
  ['/PRIVATE/tmp', '/tmp'],
  ['/private/var/db/x', '/var/db/x'],
  ['/System/Volumes/Data/Users/u/a', '/Users/u/a'],
  ['/system/volumes/data/private/etc', '/etc'],
  ['/System/Volumes/Data', '/'],
  ['/.vol/16777220/2/private/etc/hosts', '/etc/hosts'],
  ['/.nofollow/System/Volumes/Data/Users/u', '/Users/u'],
  ['/.resolve/1/etc/hosts', '/etc/hosts'],
];

describe('Names of files on macOS', () => {
  for (const [path, usual] of CASES) {
    it(`takes ${path} for ${usual}`, () => {
      assert.equal(usualMacName(path), usual);
      assert.ok(names(path).includes(usual));
      assert.ok(!everyName(resolvePath(path, '/home/u', LINUX, EMPTY_DISK)).includes(usual));
    });
  }

  for (const path of [
    '/private/x',
    '/privateer/etc',
    '/System/Volumes/Database',
    '/etc/hosts',
    '/Users/u/private/etc',
    '/.volume/1/2',
  ]) {
    it(`knows no other name of ${path}`, () => {
      assert.equal(usualMacName(path), undefined);
      assert.deepEqual(names(path), [path]);
    });
  }

  it('is not sure of what a prefix of the kernel names', () => {
    assert.notEqual(resolvePath('/.vol/16777220/12345/a', '/Users/u', MAC, EMPTY_DISK).unknown, undefined);
    assert.equal(resolvePath('/private/etc/hosts', '/Users/u', MAC, EMPTY_DISK).unknown, undefined);
  });

  it('finds a usual name behind any such start', () => {
    const start = fc.constantFrom(
      '',
      '/System/Volumes/Data',
      '/SYSTEM/volumes/data',
      '/.nofollow',
      '/.resolve/5',
      '/.vol/1/2',
    );
    const below = fc.stringMatching(/^[a-z]{1,8}(?:\/[a-z]{1,8}){0,3}$/);
    fc.assert(
      fc.property(
        start,
        fc.constantFrom('/private', '/PRIVATE'),
        fc.constantFrom('etc', 'var', 'tmp'),
        below,
        (head, own, folder, rest) => {
          assert.ok(names(`${head}${own}/${folder}/${rest}`).includes(`/${folder}/${rest}`));
        },
      ),
    );
  });
});
