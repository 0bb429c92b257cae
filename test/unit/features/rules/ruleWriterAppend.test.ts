import assert from 'node:assert/strict';
import type { PathRules, RawValues } from '../../../../src/config/sources';
import { addedRules, removedRules, UnusableSettingError } from '../../../../src/features/rules/ruleChange';

const FOLDER = '/home/u/site';
const ALLOW = 'permissions.allow';
const paths: PathRules = {
  home: '/home/u',
  isAbsolute: (path) => path.startsWith('/'),
  isInside: (path, folder) => path === folder || path.startsWith(`${folder}/`),
};

/** The user's settings after a change. */
function applied(values: RawValues, { key, value }: { readonly key: string; readonly value: unknown }): RawValues {
  return JSON.parse(JSON.stringify({ ...values, [key]: value })) as RawValues;
}

describe('changes of allow rules', () => {
  const own = { rule: 'bash(a)', message: 'm' };
  const cases: readonly (readonly [says: string, values: RawValues, home: string | undefined, after: RawValues])[] = [
    ['no list', {}, undefined, { [ALLOW]: ['new'] }],
    ['entries of any form', { [ALLOW]: [own, 7, 'bash('] }, undefined, { [ALLOW]: [own, 7, 'bash(', 'new'] }],
    ['no override', {}, FOLDER, { folders: { [FOLDER]: { [ALLOW]: ['new'] } } }],
    [
      "the user's list, which the folder's own one replaces",
      { [ALLOW]: [own, 7, 'x'] },
      FOLDER,
      { [ALLOW]: [own, 7, 'x'], folders: { [FOLDER]: { [ALLOW]: [own, 7, 'x', 'new'] } } },
    ],
    [
      'an override around the folder',
      { [ALLOW]: ['x'], folders: { '/home/u': { [ALLOW]: ['around'] } } },
      FOLDER,
      { [ALLOW]: ['x'], folders: { '/home/u': { [ALLOW]: ['around'] }, [FOLDER]: { [ALLOW]: ['around', 'new'] } } },
    ],
    [
      'an override under another name, with other settings',
      { folders: { '~/site': { enabled: true, permissions: { allow: ['y'] } }, '/other': {} } },
      FOLDER,
      { folders: { '~/site': { enabled: true, permissions: { allow: ['y', 'new'] } }, '/other': {} } },
    ],
    [
      'an override without a list of its own',
      { folders: { '~/site': { enabled: true } } },
      FOLDER,
      { folders: { '~/site': { enabled: true, [ALLOW]: ['new'] } } },
    ],
  ];
  for (const [says, values, home, after] of cases) {
    it(`add to ${says}, and take out again`, () => {
      const added = addedRules(values, home, ['new'], paths);
      const changed = applied(values, added.change);
      assert.deepEqual(changed, after);
      const change = removedRules(changed, home, ['new'], added, paths);
      assert.ok(change);
      assert.deepEqual(applied(changed, change), values);
    });
  }

  it('take out each rule once where the list has changed since, and nothing else', () => {
    const added = addedRules({ [ALLOW]: ['new'] }, undefined, ['new', 'second'], paths);
    const taken = removedRules(
      { [ALLOW]: ['new', 'new', 'later', 'second'] },
      undefined,
      ['new', 'second'],
      added,
      paths,
    );
    assert.deepEqual(taken, { key: ALLOW, value: ['new', 'later'] });
    const others = { [FOLDER]: { [ALLOW]: ['x', 'new'], enabled: true } };
    const inFolder = addedRules({ [ALLOW]: ['y'] }, FOLDER, ['new'], paths);
    assert.deepEqual(removedRules({ folders: others }, FOLDER, ['new'], inFolder, paths), {
      key: 'folders',
      value: { [FOLDER]: { [ALLOW]: ['x'], enabled: true } },
    });
  });

  it('take out nothing where none of the rules is there any more', () => {
    const added = addedRules({}, undefined, ['new'], paths);
    assert.equal(removedRules({}, undefined, ['new'], added, paths), undefined);
    assert.equal(removedRules({ [ALLOW]: ['other'] }, undefined, ['new'], added, paths), undefined);
    assert.equal(removedRules({ folders: {} }, FOLDER, ['new'], added, paths), undefined);
  });

  const unusable: readonly (readonly [says: string, values: RawValues, home: string | undefined])[] = [
    ['a list that is none', { [ALLOW]: 'bash' }, undefined],
    ["a user's list that is none", { [ALLOW]: { a: 1 } }, FOLDER],
    ['overrides that are no object', { folders: ['x'] }, FOLDER],
    ['an override that is no object', { folders: { [FOLDER]: 7 } }, FOLDER],
    ["a folder's list that is none", { folders: { [FOLDER]: { [ALLOW]: 'x' } } }, FOLDER],
    ['two lists for one folder', { folders: { [FOLDER]: { [ALLOW]: [] }, '~/site': { [ALLOW]: [] } } }, FOLDER],
    ['a folder that no name stands for', {}, `${FOLDER} `],
  ];
  for (const [says, values, home] of unusable) {
    it(`lose nothing of ${says}`, () => {
      assert.throws(() => addedRules(values, home, ['new'], paths), UnusableSettingError);
    });
  }
});
