import assert from 'node:assert/strict';
import { folderSources } from '../../../src/config/folderOverrides';
import type { FolderOverrides, OpenFolder } from '../../../src/config/sources';
import { isAbsolute, isInside, normalise } from '../../../src/files/pathText';

const HOME = '/home/u';
function overrides(of: readonly OpenFolder[], mayLoosen = true): FolderOverrides {
  return {
    of,
    mayLoosen,
    paths: {
      home: HOME,
      isAbsolute: (path) => isAbsolute(path, 'linux'),
      isInside: (path, folder) => isInside(normalise(path, 'linux'), normalise(folder, 'linux'), 'linux'),
    },
  };
}
const at = (path: string, real: string | undefined = path): OpenFolder => ({ path, real });
const rights = (value: unknown, given: FolderOverrides): (string | undefined)[] =>
  folderSources(value, given).map((source) => source.rights);

describe('overrides of folders', () => {
  const off = { enabled: false };
  const cases: readonly [string, string, FolderOverrides, readonly string[]][] = [
    ['the folder itself', '~/code', overrides([at('/home/u/code')]), ['everything']],
    ['a folder in it', '~/code', overrides([at('/home/u/code/a')]), ['everything']],
    ['home', '~', overrides([at('/home/u/code')]), ['everything']],
    ['an absolute path', '/home/u/code', overrides([at('/home/u/code')]), ['everything']],
    ['a folder above', '~/code/a', overrides([at('/home/u/code')]), []],
    ['a name that begins the same', '~/cod', overrides([at('/home/u/code')]), []],
    ['a folder that a link leads out of', '~/code', overrides([at('/home/u/code/x', '/tmp/x')]), ['tightening']],
    ['a folder that a link leads into', '~/code', overrides([at('/tmp/x', '/home/u/code/x')]), ['everything']],
    [
      'a folder whose links cannot be told',
      '~/code',
      overrides([{ path: '/home/u/code', real: undefined }]),
      ['tightening'],
    ],
    ['no right to loosen', '~/code', overrides([at('/home/u/code')], false), ['tightening']],
    ['one of two folders', '~/code', overrides([at('/home/u/code'), at('/srv')]), ['everything']],
    [
      'two folders, one through a link',
      '~/code',
      overrides([at('/home/u/code'), at('/home/u/code/l', '/x')]),
      ['tightening'],
    ],
    ['no open folder', '~/code', overrides([]), []],
  ];
  for (const [name, path, given, expected] of cases) {
    it(`${name}: ${expected.join() || 'does not count'}`, () => {
      assert.deepEqual(rights({ [path]: off }, given), expected);
    });
  }

  it('the innermost comes first, however they are ordered', () => {
    const value = {
      '/home/u/code/a': { 'pause.total': 1 },
      '~': { 'pause.total': 3 },
      '~/code////////////': { 'pause.total': 2 },
    };
    const sources = folderSources(value, overrides([at('/home/u/code/a/b')]));
    assert.deepEqual(
      sources.map(({ values }) => values['pause.total']),
      [1, 2, 3],
    );
  });

  for (const value of [5, 'x', null, true, ['~/code']]) {
    it(`${JSON.stringify(value)} overrides nothing, and is reported`, () => {
      const [source, ...others] = folderSources(value, overrides([at('/home/u/code')]));
      assert.deepEqual([others, source?.values], [[], {}]);
      assert.match(source?.problems?.[0]?.message ?? '', /Write an object/);
    });
  }

  for (const name of ['work', '', '   ', '~other/x', './work', '\0', 'C:\\work', '__proto__', 'constructor']) {
    it(`${JSON.stringify(name)} is no folder; the others count`, () => {
      const value = JSON.parse(
        `{${JSON.stringify(name)}: {"enabled": false}, "~/code": {"pause.total": 1}}`,
      ) as unknown;
      const sources = folderSources(value, overrides([at('/home/u/code')]));
      assert.deepEqual(
        sources.map(({ values }) => values),
        [{ 'pause.total': 1 }, {}],
      );
      assert.match(sources[1]?.problems?.[0]?.message ?? '', /absolute path/);
    });
  }

  for (const settings of [5, null, 'off', [], true]) {
    it(`${JSON.stringify(settings)} for a folder sets nothing, and is reported`, () => {
      const [source] = folderSources({ '~/code': settings }, overrides([at('/home/u/code')]));
      assert.deepEqual(source?.values, {});
      assert.equal(source.problems?.[0]?.key, '~/code');
    });
  }

  it('a name that is no setting is reported with the folder', () => {
    const [source] = folderSources({ '~/code': { 'pause.totl': 1 } }, overrides([at('/home/u/code')]));
    assert.equal(source?.problems?.[0]?.key, '~/code: autoMode.pause.totl');
  });

  it('one of ten thousand holds', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`/srv/${index}`, off]));
    const sources = folderSources(
      { ...many, '~/code': { 'permissions.deny': ['bash'] } },
      overrides([at('/home/u/code')]),
    );
    assert.deepEqual(
      sources.map(({ values }) => values),
      [{ 'permissions.deny': ['bash'] }],
    );
  });

  it('more of one folder than are read make every call ask, and more unusable names than are told stay few', () => {
    const same = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`~/code${' '.repeat(index)}`, off]));
    const sources = folderSources(same, overrides([at('/home/u/code')]));
    assert.notEqual(sources.at(-1)?.unreadable, undefined);
    const unusable = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, off]));
    assert.ok((folderSources(unusable, overrides([]))[0]?.problems?.length ?? 0) <= 200);
  });
});
