import assert from 'node:assert/strict';
import { folderSources } from '../../../src/config/folderOverrides';
import type { FolderOverrides, OpenFolder } from '../../../src/config/sources';
import { isAbsolute, isInside, normalise } from '../../../src/engine/files/pathText';

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
    ['the folder itself', '~/work', overrides([at('/home/u/work')]), ['everything']],
    ['a folder in it', '~/work', overrides([at('/home/u/work/a')]), ['everything']],
    ['home', '~', overrides([at('/home/u/work')]), ['everything']],
    ['an absolute path', '/home/u/work', overrides([at('/home/u/work')]), ['everything']],
    ['a folder above', '~/work/a', overrides([at('/home/u/work')]), []],
    ['a name that begins the same', '~/wor', overrides([at('/home/u/work')]), []],
    ['a folder that a link leads out of', '~/work', overrides([at('/home/u/work/x', '/tmp/x')]), ['tightening']],
    ['a folder that a link leads into', '~/work', overrides([at('/tmp/x', '/home/u/work/x')]), ['everything']],
    [
      'a folder whose links cannot be told',
      '~/work',
      overrides([{ path: '/home/u/work', real: undefined }]),
      ['tightening'],
    ],
    ['no right to loosen', '~/work', overrides([at('/home/u/work')], false), ['tightening']],
    ['one of two folders', '~/work', overrides([at('/home/u/work'), at('/srv')]), ['everything']],
    [
      'two folders, one through a link',
      '~/work',
      overrides([at('/home/u/work'), at('/home/u/work/l', '/x')]),
      ['tightening'],
    ],
    ['no open folder', '~/work', overrides([]), []],
  ];
  for (const [name, path, given, expected] of cases) {
    it(`${name}: ${expected.join() || 'does not count'}`, () => {
      assert.deepEqual(rights({ [path]: off }, given), expected);
    });
  }

  it('the innermost comes first, however they are ordered', () => {
    const value = {
      '/home/u/work/a': { 'pause.total': 1 },
      '~': { 'pause.total': 3 },
      '~/work////////////': { 'pause.total': 2 },
    };
    const sources = folderSources(value, overrides([at('/home/u/work/a/b')]));
    assert.deepEqual(
      sources.map(({ values }) => values['pause.total']),
      [1, 2, 3],
    );
  });

  for (const value of [5, 'x', null, true, ['~/work']]) {
    it(`${JSON.stringify(value)} overrides nothing, and is reported`, () => {
      const [source, ...others] = folderSources(value, overrides([at('/home/u/work')]));
      assert.deepEqual([others, source?.values], [[], {}]);
      assert.match(source?.problems?.[0]?.message ?? '', /Write an object/);
    });
  }

  for (const name of ['work', '', '   ', '~other/x', './work', '\0', 'C:\\work', '__proto__', 'constructor']) {
    it(`${JSON.stringify(name)} is no folder; the others count`, () => {
      const value = JSON.parse(
        `{${JSON.stringify(name)}: {"enabled": false}, "~/work": {"pause.total": 1}}`,
      ) as unknown;
      const sources = folderSources(value, overrides([at('/home/u/work')]));
      assert.deepEqual(
        sources.map(({ values }) => values),
        [{ 'pause.total': 1 }, {}],
      );
      assert.match(sources[1]?.problems?.[0]?.message ?? '', /absolute path/);
    });
  }

  for (const settings of [5, null, 'off', [], true]) {
    it(`${JSON.stringify(settings)} for a folder sets nothing, and is reported`, () => {
      const [source] = folderSources({ '~/work': settings }, overrides([at('/home/u/work')]));
      assert.deepEqual(source?.values, {});
      assert.equal(source.problems?.[0]?.key, '~/work');
    });
  }

  it('a name that is no setting is reported with the folder', () => {
    const [source] = folderSources({ '~/work': { 'pause.totl': 1 } }, overrides([at('/home/u/work')]));
    assert.equal(source?.problems?.[0]?.key, '~/work: autoMode.pause.totl');
  });

  it('one of ten thousand holds', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`/srv/${index}`, off]));
    const sources = folderSources(
      { ...many, '~/work': { 'permissions.deny': ['bash'] } },
      overrides([at('/home/u/work')]),
    );
    assert.deepEqual(
      sources.map(({ values }) => values),
      [{ 'permissions.deny': ['bash'] }],
    );
  });

  it('more of one folder than are read make every call ask, and more unusable names than are told stay few', () => {
    const same = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`~/work${' '.repeat(index)}`, off]));
    const sources = folderSources(same, overrides([at('/home/u/work')]));
    assert.notEqual(sources.at(-1)?.unreadable, undefined);
    const unusable = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, off]));
    assert.ok((folderSources(unusable, overrides([]))[0]?.problems?.length ?? 0) <= 200);
  });
});
