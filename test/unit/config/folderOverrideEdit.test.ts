import assert from 'node:assert/strict';
import { overrideValue, UnclearOverrideError, withOverrideValue } from '../../../src/config/folderOverrideEdit';
import type { PathRules } from '../../../src/config/sources';

const paths: PathRules = {
  home: '/home/u',
  isAbsolute: (path) => path.startsWith('/'),
  isInside: (path, folder) => path === folder || path.startsWith(`${folder}/`),
};
const FOLDER = '/home/u/site';
const KEY = 'permissions.deny';

describe('folder overrides that are edited', () => {
  const cases: readonly {
    readonly says: string;
    readonly folders: unknown;
    readonly reads: unknown;
    readonly writes: unknown;
  }[] = [
    { says: 'no overrides', folders: undefined, reads: undefined, writes: { [FOLDER]: { [KEY]: ['new'] } } },
    {
      says: 'another folder',
      folders: { '/home/u/site2': { enabled: false }, '/home/u': { [KEY]: ['x'] } },
      reads: undefined,
      writes: { '/home/u/site2': { enabled: false }, '/home/u': { [KEY]: ['x'] }, [FOLDER]: { [KEY]: ['new'] } },
    },
    {
      says: 'the folder by ~, with other settings',
      folders: { '~/site': { enabled: false, [KEY]: ['old'] } },
      reads: ['old'],
      writes: { '~/site': { enabled: false, [KEY]: ['new'] } },
    },
    {
      says: 'nested names with the prefix',
      folders: { [FOLDER]: { autoMode: { permissions: { deny: ['old'], ask: ['a'] } } } },
      reads: ['old'],
      writes: { [FOLDER]: { autoMode: { permissions: { deny: ['new'], ask: ['a'] } } } },
    },
    {
      says: 'a dotted name with the prefix',
      folders: { [FOLDER]: { 'autoMode.permissions.deny': ['old'] } },
      reads: ['old'],
      writes: { [FOLDER]: { 'autoMode.permissions.deny': ['new'] } },
    },
    {
      says: 'two names of the folder, one with the list',
      folders: { '~/site': { enabled: false }, [FOLDER]: { [KEY]: ['old'] } },
      reads: ['old'],
      writes: { '~/site': { enabled: false }, [FOLDER]: { [KEY]: ['new'] } },
    },
  ];
  for (const { says, folders, reads, writes } of cases) {
    it(`keeps everything else: ${says}`, () => {
      assert.deepEqual(overrideValue(folders, FOLDER, KEY, paths), reads);
      assert.deepEqual(withOverrideValue(folders, FOLDER, KEY, ['new'], paths), writes);
    });
  }

  it('removes the list, and the override with it where that was all', () => {
    const folders = { '~/site': { permissions: { deny: ['a'] } }, '/other': {} };
    assert.deepEqual(withOverrideValue(folders, FOLDER, KEY, undefined, paths), { '/other': {} });
    const more = { '~/site': { permissions: { deny: ['a'] }, enabled: true } };
    assert.deepEqual(withOverrideValue(more, FOLDER, KEY, undefined, paths), { '~/site': { enabled: true } });
  });

  it('knows a former name of a setting', () => {
    const folders = { [FOLDER]: { soft_deny: ['a'] } };
    assert.deepEqual(overrideValue(folders, FOLDER, 'rules.softDeny', paths), ['a']);
  });

  const unclear: readonly (readonly [string, unknown])[] = [
    ['the list stands there twice', { [FOLDER]: { [KEY]: [], permissions: { deny: [] } } }],
    ['the list stands under two names of the folder', { [FOLDER]: { [KEY]: [] }, '~/site': { [KEY]: [] } }],
    ['the override is no object', { [FOLDER]: 'x' }],
    ['the setting is no object', []],
  ];
  for (const [why, folders] of unclear) {
    it(`refuses where ${why}`, () => {
      assert.throws(() => withOverrideValue(folders, FOLDER, KEY, [], paths), UnclearOverrideError);
      assert.throws(() => overrideValue(folders, FOLDER, KEY, paths), UnclearOverrideError);
    });
  }
});
