import assert from 'node:assert/strict';
import type { FileTouch } from '../../../../src/files/fileTouch';
import { workspaceEditVerdict } from '../../../../src/engine/edits/workspaceEdit';
import type { AgentWrites } from '../../../../src/engine/model/ports';
import type { FileSystem } from '../../../../src/files/fileSystem';
import type { MachineFacts } from '../../../../src/files/machineFacts';
import { configuration, fakeFiles, type Tree } from '../fakeGate';
import { EMPTY_DISK, LINUX, WINDOWS, located } from '../../files/fileWorld';

const WORKSPACE = '/home/u/project';

interface World {
  readonly tree?: Tree;
  readonly held?: readonly string[];
  readonly written?: Readonly<Record<string, string>>;
  readonly folders?: readonly string[];
  readonly machine?: MachineFacts;
  readonly files?: FileSystem;
  readonly by?: 'edit-tool' | 'other';
}

/** Undefined: allowed. */
function objection(touches: FileTouch | readonly FileTouch[], world: World = {}): string | undefined {
  const machine = world.machine ?? LINUX;
  const files = world.files ?? fakeFiles({ [WORKSPACE]: undefined, ...world.tree }, new Set(world.held ?? []));
  const writes: AgentWrites = {
    note: () => undefined,
    noteChange: () => undefined,
    lastWrite: () => undefined,
    wrote: (path, content) => world.written?.[path] === content,
  };
  const list = Array.isArray(touches) ? (touches as readonly FileTouch[]) : [touches as FileTouch];
  const verdict = workspaceEditVerdict(
    { touches: list.map((touch) => located(touch, machine, files)), by: world.by ?? 'edit-tool' },
    configuration({ workspaceFolders: world.folders ?? [WORKSPACE] }),
    machine,
    files,
    writes,
  );
  return verdict.allowed ? undefined : verdict.why;
}

const write = (path: string, newText = 'new'): FileTouch => ({ path, change: 'overwrite', newText });
const edit = (path: string): FileTouch => ({ path, change: 'in-place' });

describe('workspaceEditVerdict', () => {
  const cases: readonly (readonly [
    name: string,
    touch: FileTouch | readonly FileTouch[],
    world: World,
    why: RegExp | undefined,
  ])[] = [
    ['a new file', write('src/new.ts'), {}, undefined],
    ['a new file in new folders', write('a/b/c/new.ts'), {}, undefined],
    ['an absolute path', write(`${WORKSPACE}/a.ts`), {}, undefined],
    ['a path that leaves and comes back', write('../project/a.ts'), {}, undefined],
    ['an edit of an existing file', edit('a.ts'), { tree: { [`${WORKSPACE}/a.ts`]: 'x' } }, undefined],
    ['several files', [edit('a.ts'), write('b.ts')], {}, undefined],

    ['nothing', [], {}, /no known file/],
    ['only reading', { path: 'a.ts', change: 'read' }, {}, /no known file/],
    ['outside', write('/home/u/other/a.ts'), {}, /outside the workspace/],
    ['beside, with the same start of the name', write('/home/u/project-2/a.ts'), {}, /outside the workspace/],
    ['out by dots', write('../other/a.ts'), {}, /outside the workspace/],
    ['the second of two outside', [edit('a.ts'), edit('/etc/hosts')], {}, /outside the workspace/],
    [
      'out by a link',
      write('link/a.ts'),
      { tree: { [`${WORKSPACE}/link`]: { link: '/srv/data' } } },
      /outside the workspace/,
    ],
    [
      'out by a link to a file that is not there',
      write('link'),
      { tree: { [`${WORKSPACE}/link`]: { link: '/srv/new' } } },
      /outside the workspace/,
    ],
    [
      'in by a link, by way of another place',
      write('/srv/way/a.ts'),
      { tree: { '/srv/way': { link: WORKSPACE } } },
      /outside the workspace/,
    ],
    [
      'a link within the workspace',
      edit('link'),
      { tree: { [`${WORKSPACE}/link`]: { link: 'a.ts' }, [`${WORKSPACE}/a.ts`]: 'x' } },
      undefined,
    ],
    [
      'a workspace that is open by a link',
      write('/home/u/open/a.ts'),
      { tree: { '/home/u/open': { link: '/srv/p' } }, folders: ['/home/u/open'] },
      undefined,
    ],
    [
      'the other name of that workspace',
      write('/srv/p/a.ts'),
      { tree: { '/home/u/open': { link: '/srv/p' } }, folders: ['/home/u/open'] },
      undefined,
    ],
    [
      'a workspace that is a link to the home folder',
      write('/home/u/open/a.ts'),
      { tree: { '/home/u/open': { link: '/home/u' } }, folders: ['/home/u/open'] },
      /outside the workspace/,
    ],
    ['another folder of the workspace', write('/srv/lib/a.ts'), { folders: [WORKSPACE, '/srv/lib'] }, undefined],

    ['a folder that is the root', write('/srv/a.ts'), { folders: ['/'] }, /outside the workspace/],
    ['a folder that is the home', write('/home/u/a.ts'), { folders: ['/home/u'] }, /outside the workspace/],
    ['a folder that is another home', write('/home/other/a.ts'), { folders: ['/home/other'] }, /outside the workspace/],
    ['a folder that holds homes', write('/home/u/a.ts'), { folders: ['/home'] }, /outside the workspace/],
    ['the root account', write('/root/a.ts'), { folders: ['/root'] }, /outside the workspace/],
    ['a project of the root account', write('/root/p/a.ts'), { folders: ['/root/p'] }, undefined],
    ['a drive', write('D:\\a.ts'), { machine: WINDOWS, files: EMPTY_DISK, folders: ['D:\\'] }, /outside the workspace/],
    [
      'a project on a drive',
      write('D:\\p\\a.ts'),
      { machine: WINDOWS, files: EMPTY_DISK, folders: ['d:\\p'] },
      undefined,
    ],
    [
      'the Windows home',
      write('C:\\Users\\u\\a.ts'),
      { machine: WINDOWS, files: EMPTY_DISK, folders: ['c:\\users\\u'] },
      /outside the workspace/,
    ],

    ['a protected path', write('.git/config'), {}, /protected \(\.git\)/],
    [
      'a protected path behind a link',
      write('g/config'),
      { tree: { [`${WORKSPACE}/g`]: { link: '.git' } } },
      /protected \(\.git\)/,
    ],
    ['an ordinary edit of a manifest', write('b/package.json', '{"name":"b"}'), {}, undefined],
    [
      'the same by a shell line',
      write('b/package.json', '{"name":"b"}'),
      { by: 'other' },
      /protected \(package\.json\)/,
    ],
    ['scripts in a manifest', write('b/package.json', '{"scripts":{}}'), {}, /protected \(package\.json\)/],
    ['a network path', write('/net/server/a.ts'), { folders: ['/net/server'] }, /another machine/],
    ['a process root', write('/proc/self/root/home/u/project/a.ts'), {}, /another process/],
    ['an unknown path', write('a\0b'), {}, /control character/],
    ['a path with two readings', write('~/project/a.ts'), {}, /several files/],

    [
      'a second name',
      edit('a.ts'),
      {
        files: {
          ...EMPTY_DISK,
          inspect: (path) =>
            path.endsWith('a.ts')
              ? { type: 'file', links: 2, sizeBytes: 1 }
              : /HEAD$|config$|\.git$/.test(path)
                ? 'absent'
                : { type: 'directory', links: 3, sizeBytes: 0 },
        },
      },
      /hard link/,
    ],
    ['a folder', edit('src'), { tree: { [`${WORKSPACE}/src`]: undefined } }, /no.* ordinary file/],
    [
      'a device or pipe',
      edit('pipe'),
      {
        files: {
          ...EMPTY_DISK,
          inspect: (path) =>
            /HEAD$|config$|\.git$/.test(path)
              ? 'absent'
              : { type: path.endsWith('pipe') ? 'other' : 'directory', links: 1, sizeBytes: 0 },
        },
      },
      /not an ordinary file/,
    ],
    [
      'a file that may not be looked at',
      edit('a.ts'),
      { files: { ...EMPTY_DISK, inspect: () => 'unreadable' } },
      /cannot be looked into/,
    ],
    [
      'a deletion',
      { path: 'a.ts', change: 'delete' },
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' } },
      /deletes content that neither/,
    ],
    [
      'a deletion of what git holds',
      { path: 'a.ts', change: 'delete' },
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' }, held: [`${WORKSPACE}/a.ts`] },
      undefined,
    ],
    [
      'a deletion of what an agent wrote',
      { path: 'a.ts', change: 'delete' },
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' }, written: { [`${WORKSPACE}/a.ts`]: 'x' } },
      undefined,
    ],
    [
      'a deletion of a protected file that git holds',
      { path: '.vscode/a.json', change: 'delete' },
      { tree: { [`${WORKSPACE}/.vscode/a.json`]: 'x' }, held: [`${WORKSPACE}/.vscode/a.json`] },
      /protected/,
    ],
    [
      'a deletion of an empty file that nobody holds',
      { path: 'a.ts', change: 'delete' },
      { tree: { [`${WORKSPACE}/a.ts`]: '' } },
      /deletes/,
    ],
    [
      'a deletion of a link to what git holds',
      { path: 'l', change: 'delete' },
      {
        tree: { [`${WORKSPACE}/l`]: { link: 'a.ts' }, [`${WORKSPACE}/a.ts`]: 'x' },
        held: [`${WORKSPACE}/a.ts`],
      },
      /not an ordinary file/,
    ],
    [
      'a deletion of a folder with files',
      { path: 'src', change: 'delete' },
      { tree: { [`${WORKSPACE}/src/a.ts`]: 'x' }, held: [`${WORKSPACE}/src/a.ts`] },
      /not an ordinary file/,
    ],
    [
      'a deletion of an empty folder',
      { path: 'src', change: 'delete' },
      { tree: { [`${WORKSPACE}/src`]: undefined } },
      undefined,
    ],

    [
      'a move',
      [
        { path: 'a.ts', change: 'rename-from' },
        { path: 'b.ts', change: 'rename-to' },
      ],
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' } },
      undefined,
    ],
    [
      'a move over a file',
      [
        { path: 'a.ts', change: 'rename-from' },
        { path: 'b.ts', change: 'rename-to' },
      ],
      { tree: { [`${WORKSPACE}/a.ts`]: 'x', [`${WORKSPACE}/b.ts`]: 'y' } },
      /replaces content that neither/,
    ],
    [
      'a move over a file that git holds',
      [
        { path: 'a.ts', change: 'rename-from' },
        { path: 'b.ts', change: 'rename-to' },
      ],
      {
        tree: { [`${WORKSPACE}/a.ts`]: 'x', [`${WORKSPACE}/b.ts`]: 'y' },
        held: [`${WORKSPACE}/b.ts`],
      },
      undefined,
    ],
    [
      'a move over a link to nothing',
      [
        { path: 'a.ts', change: 'rename-from' },
        { path: 'b.ts', change: 'rename-to' },
      ],
      { tree: { [`${WORKSPACE}/a.ts`]: 'x', [`${WORKSPACE}/b.ts`]: { link: 'c.ts' } } },
      /not an ordinary file/,
    ],
    [
      'a move of a folder',
      [
        { path: 'src', change: 'rename-from' },
        { path: 'lib', change: 'rename-to' },
      ],
      { tree: { [`${WORKSPACE}/src/a.ts`]: 'x' } },
      /not an ordinary file/,
    ],
    [
      'a move of a private file to a name that anything may read',
      [
        { path: 'server.pem', change: 'rename-from' },
        { path: 'notes.txt', change: 'rename-to' },
      ],
      { tree: { [`${WORKSPACE}/server.pem`]: 'x' } },
      /usually holds secrets/,
    ],
    [
      'a move of a link to a private file',
      [
        { path: 'link', change: 'rename-from' },
        { path: 'notes.txt', change: 'rename-to' },
      ],
      { tree: { [`${WORKSPACE}/server.pem`]: 'x', [`${WORKSPACE}/link`]: { link: 'server.pem' } } },
      /usually holds secrets|not an ordinary file/,
    ],
    [
      'an edit of a private file, whose tool may show the lines around',
      edit('server.pem'),
      { tree: { [`${WORKSPACE}/server.pem`]: 'x' } },
      /usually holds secrets/,
    ],
    ['an edit that makes a private file', edit('server.pem'), {}, undefined],
    ['a new private file', write('server.pem'), {}, undefined],
    [
      'an addition to a private file',
      edit('server.pem'),
      { tree: { [`${WORKSPACE}/server.pem`]: 'x' }, by: 'other' },
      undefined,
    ],
    [
      'a move to somewhere',
      { path: 'a.ts', change: 'rename-from' },
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' } },
      /unknown place/,
    ],
    [
      'a move out',
      [
        { path: 'a.ts', change: 'rename-from' },
        { path: '/tmp/b.ts', change: 'rename-to' },
      ],
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' } },
      /outside the workspace/,
    ],

    [
      'an overwrite of unknown content',
      write('a.ts'),
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' } },
      /neither version control holds/,
    ],
    [
      'an overwrite of content that git holds',
      write('a.ts'),
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' }, held: [`${WORKSPACE}/a.ts`] },
      undefined,
    ],
    [
      'an overwrite of what an agent wrote',
      write('a.ts'),
      { tree: { [`${WORKSPACE}/a.ts`]: 'x' }, written: { [`${WORKSPACE}/a.ts`]: 'x' } },
      undefined,
    ],
    [
      'an overwrite of what an agent wrote before the user changed it',
      write('a.ts'),
      { tree: { [`${WORKSPACE}/a.ts`]: 'mine' }, written: { [`${WORKSPACE}/a.ts`]: 'x' } },
      /neither version control holds/,
    ],
    ['an overwrite of an empty file', write('a.ts'), { tree: { [`${WORKSPACE}/a.ts`]: '' } }, undefined],
    ['an overwrite with the same text', write('a.ts', 'x'), { tree: { [`${WORKSPACE}/a.ts`]: 'x' } }, undefined],
    [
      'an overwrite behind a link',
      write('l'),
      { tree: { [`${WORKSPACE}/l`]: { link: 'a.ts' }, [`${WORKSPACE}/a.ts`]: 'x' } },
      /neither version control holds/,
    ],
  ];
  for (const [name, touch, world, why] of cases) {
    it(`${name}: ${why === undefined ? 'settled' : 'goes on'}`, () => {
      const found = objection(touch, world);
      if (why === undefined) assert.equal(found, undefined);
      else assert.match(found ?? 'allowed', why);
    });
  }
});
