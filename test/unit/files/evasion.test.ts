/** No way to write a path, and no link on the way, gets a change past the checks. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fileFloor } from '../../../src/floor/files/fileFloor';
import { isInside, normalise } from '../../../src/files/pathText';
import { isProtected } from '../../../src/files/protectedPaths';
import { workspaceEditVerdict } from '../../../src/engine/edits/workspaceEdit';
import { configuration, fakeFiles } from '../engine/fakeGate';
import { LINUX, MAC, WINDOWS, located } from './fileWorld';
import { runs } from '../propertyRuns';

const WORKSPACE = '/home/u/project';
const RUNS = runs(20_261_121, 150);

/** Spells one segment: other case, decomposed letters, characters that some file systems ignore. */
function spelledSegment(segment: string): fc.Arbitrary<string> {
  return fc
    .record({
      upper: fc.array(fc.boolean(), { minLength: segment.length, maxLength: segment.length }),
      form: fc.constantFrom('NFC', 'NFD'),
      ignored: fc.option(fc.tuple(fc.nat(segment.length), fc.constantFrom('\u200c', '\u200d', '\ufeff')), {
        nil: undefined,
      }),
    })
    .map(({ upper, form, ignored }) => {
      const cased = Array.from(segment, (letter, index) =>
        upper[index] === true ? letter.toUpperCase() : letter,
      ).join('');
      const formed = cased.normalize(form);
      return ignored === undefined ? formed : formed.slice(0, ignored[0]) + ignored[1] + formed.slice(ignored[0]);
    });
}

/** What may stand between two segments without going anywhere else. */
const gap = fc.constantFrom('/', '//', '/./', '/x/../', '/a/b/../../', '///.//');

function spelledPath(path: string): fc.Arbitrary<string> {
  const segments = path.split('/').slice(1);
  return fc
    .tuple(
      fc.tuple(...segments.map(spelledSegment)),
      fc.array(gap, { minLength: segments.length, maxLength: segments.length }),
    )
    .chain(([names, gaps]) => {
      const absolute = names.map((name, index) => (index === 0 ? '/' : (gaps[index] ?? '/')) + name).join('');
      return fc.constantFrom(
        absolute,
        `${absolute}/.`,
        `../../..${absolute}`,
        `./../../../..//${absolute.slice(1)}`,
        `file://${absolute.split('/').map(encodeURIComponent).join('/')}`,
        `@${absolute}`,
        ` ${absolute}`,
        `src\\..\\..\\..\\..\\${absolute.slice(1).replaceAll('/', '\\')}`,
      );
    });
}

const FLOOR_PATHS = [
  '/home/u/.bashrc',
  '/home/u/.ssh/authorized_keys',
  '/home/u/.config/Code/User/settings.json',
  '/home/u/.claude/projects/-p/1.jsonl',
  '/home/u/.auto-mode/token',
  '/home/u/.copilot/hooks/auto-mode.json',
  '/etc/auto-mode/policy.json',
  '/etc/cron.d/job',
  '/home/u/project/.codex/hooks.json',
];

describe('no spelling gets past the hard floor', () => {
  it('absolute, climbing, as an address, in another case or Unicode form', () => {
    const files = fakeFiles({});
    fc.assert(
      fc.property(fc.constantFrom(...FLOOR_PATHS).chain(spelledPath), (path) => {
        const touch = located({ path, change: 'overwrite', newText: 'x' }, LINUX, files);
        assert.notEqual(fileFloor([touch], LINUX, files), undefined, path);
      }),
      RUNS,
    );
  });

  it('through links, to files that are there or not', () => {
    const depth = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...FLOOR_PATHS), fc.nat(6), depth, fc.boolean(), (path, cut, hops, relative) => {
        // The link stands for the first segments of the path; the others follow it.
        const segments = path.split('/').slice(1);
        const at = 1 + (cut % segments.length);
        const target = `/${segments.slice(0, at).join('/')}`;
        const tree: Record<string, { link: string }> = {};
        for (let hop = 0; hop < hops; hop += 1)
          tree[`${WORKSPACE}/l${hop}`] = { link: relative ? `l${hop + 1}` : `${WORKSPACE}/l${hop + 1}` };
        tree[`${WORKSPACE}/l${hops}`] = { link: relative ? `../../..${target}` : target };
        const files = fakeFiles(tree);
        const touch = located(
          { path: ['l0', ...segments.slice(at)].join('/'), change: 'overwrite', newText: 'x' },
          LINUX,
          files,
        );
        assert.notEqual(fileFloor([touch], LINUX, files), undefined, `${path} by ${JSON.stringify(tree)}`);
      }),
      RUNS,
    );
  });

  it('on Windows: other separators, dropped endings, streams, device prefixes', () => {
    const spelled = fc
      .constantFrom('C:\\Users\\u\\.bashrc', 'C:\\Users\\u\\.ssh\\authorized_keys', 'C:\\Users\\u\\.auto-mode\\token')
      .chain((path) =>
        fc
          .tuple(
            fc.array(fc.constantFrom('\\', '/', '\\\\', '\\.\\', '/x/../'), { minLength: 6, maxLength: 6 }),
            fc.constantFrom('', '.', ' ', '...', ' . ', '::$DATA', ':stream'),
            fc.constantFrom('', '\\\\?\\', '\\\\.\\', '//?/'),
          )
          .map(([gaps, ending, prefix]) => {
            const [drive = '', ...names] = path.split('\\');
            return (
              prefix +
              names.reduce((text, name, index) => text + (index === 0 ? '\\' : (gaps[index] ?? '\\')) + name, drive) +
              ending
            );
          }),
      );
    const files = fakeFiles({});
    fc.assert(
      fc.property(spelled, (path) => {
        const touch = located({ path, change: 'overwrite', newText: 'x' }, WINDOWS, files);
        assert.notEqual(fileFloor([touch], WINDOWS, files), undefined, path);
      }),
      RUNS,
    );
  });
});

describe('no spelling makes a protected path an ordinary one', () => {
  it('absolute, climbing, as an address, in another case or Unicode form', () => {
    const files = fakeFiles({ [WORKSPACE]: undefined });
    const paths = [
      `${WORKSPACE}/.git/config`,
      `${WORKSPACE}/sub/.git/hooks/x`,
      '/home/u/other/.git/config',
      `${WORKSPACE}/.vscode/tasks.json`,
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths).chain(spelledPath), (path) => {
        const { resolved } = located({ path, change: 'overwrite' }, LINUX, files);
        assert.notEqual(isProtected(resolved, [WORKSPACE], ['.git', '.vscode']), undefined, path);
      }),
      RUNS,
    );
  });
});

describe('the workspace-edit check', () => {
  const name = fc.constantFrom(
    'a',
    'b',
    '.git',
    'src',
    'project',
    'project2',
    'link',
    'up',
    '..',
    '.',
    '',
    'Project',
    'u',
    'home',
    '~',
  );
  const path = fc.array(name, { maxLength: 8 }).map((names) => names.join('/'));
  const tree = {
    [WORKSPACE]: undefined,
    [`${WORKSPACE}/link`]: { link: '/home/u/other' },
    [`${WORKSPACE}/up`]: { link: '..' },
    [`${WORKSPACE}/a/link`]: { link: '../src' },
    [`${WORKSPACE}/src`]: undefined,
    '/home/u/other/up': { link: WORKSPACE },
  };

  it('never settles a change whose real place is outside', () => {
    const files = fakeFiles(tree);
    const settings = configuration({ workspaceFolders: [WORKSPACE] });
    const writes = {
      note: () => undefined,
      wrote: () => false,
      noteChange: () => undefined,
      lastWrite: () => undefined,
    };
    let settled = 0;
    fc.assert(
      fc.property(path, fc.boolean(), (text, absolute) => {
        const touch = located({ path: absolute ? `${WORKSPACE}/${text}` : text, change: 'in-place' }, LINUX, files);
        if (!workspaceEditVerdict({ touches: [touch], by: 'edit-tool' }, settings, LINUX, files, writes).allowed)
          return;
        settled += 1;
        // As the kernel and as path.resolve would see it.
        for (const start of [
          physical(touch.path),
          normalise(touch.path.startsWith('/') ? touch.path : `${WORKSPACE}/${touch.path}`, 'linux'),
        ]) {
          const real = files.realPath(start) ?? start;
          assert.ok(real === WORKSPACE || real.startsWith(`${WORKSPACE}/`), `${touch.path} leads to ${real}`);
          assert.ok(!real.slice(WORKSPACE.length).split('/').includes('.git'), touch.path);
        }
      }),
      runs(20_261_121, 800),
    );
    assert.ok(settled > 100, 'the property says something about settled calls');

    /** Goes up from where a link leads. */
    function physical(text: string): string {
      let at = text.startsWith('/') ? '' : WORKSPACE;
      for (const segment of text.split('/')) {
        if (segment === '' || segment === '.') continue;
        if (segment === '..') at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
        else at = files.realPath(`${at}/${segment}`) ?? `${at}/${segment}`;
      }
      return at === '' ? '/' : at;
    }
  });
});

describe('isInside', () => {
  it('is never true for a path whose segments do not start with those of the root', () => {
    const segments = fc.array(fc.constantFrom('a', 'b', 'ab', 'A', '.a', 'a.', 'a b'), { maxLength: 5 });
    fc.assert(
      fc.property(segments, segments, fc.constantFrom('linux', 'darwin', 'win32' as const), (path, root, platform) => {
        const join = (names: readonly string[]) =>
          platform === 'win32' ? `C:\\${names.join('\\')}` : `/${names.join('/')}`;
        const fold = (text: string) => (platform === 'linux' ? text : text.toLowerCase());
        const starts = root.every((name, index) => fold(path[index] ?? '') === fold(name));
        assert.equal(isInside(join(path), join(root), platform), starts);
      }),
      RUNS,
    );
  });
});

describe('one machine does not speak for another', () => {
  it('has its own homes', () => {
    const files = fakeFiles({});
    const touch = located({ path: '/Users/u/.zshrc', change: 'overwrite' }, MAC, files);
    assert.notEqual(fileFloor([touch], MAC, files), undefined);
    assert.notEqual(
      fileFloor([located({ path: '/home/u/.zshrc', change: 'overwrite' }, LINUX, files)], LINUX, files),
      undefined,
    );
  });
});
