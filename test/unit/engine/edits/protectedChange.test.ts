import assert from 'node:assert/strict';
import type { Sourced } from '../../../../src/engine/model/configuration';
import type { FileTouch } from '../../../../src/files/fileTouch';
import { protectingPattern } from '../../../../src/engine/edits/protectedChange';
import { configuration, fakeFiles, type Tree } from '../fakeGate';
import { LINUX, located } from '../../files/fileWorld';

const WORKSPACE = '/home/u/project';
const MANIFEST = '{\n  "name": "sample",\n  "version": "1.0.0",\n  "scripts": { "test": "mocha" }\n}\n';
const BUILT_IN: readonly Sourced<string>[] = ['.git', 'package.json', '.vscode'].map((value) => ({
  value,
  source: 'default',
}));

interface World {
  readonly touches: readonly FileTouch[];
  readonly by?: 'edit-tool' | 'other';
  readonly entries?: readonly Sourced<string>[];
  readonly tree?: Tree;
}

/** The pattern that protects the first of the touched files. */
function protectedBy({ touches, by = 'edit-tool', entries = BUILT_IN, tree = {} }: World): string | undefined {
  const files = fakeFiles({ [WORKSPACE]: undefined, [`${WORKSPACE}/package.json`]: MANIFEST, ...tree });
  const changes = { touches: touches.map((touch) => located(touch, LINUX, files)), by };
  const [first] = changes.touches;
  assert.ok(first);
  const settings = configuration({ workspaceFolders: [WORKSPACE], protectedPaths: entries });
  return protectingPattern(first, changes, settings, files, LINUX);
}

const edit = (oldText: string, newText: string, path = 'package.json'): FileTouch => ({
  path,
  change: 'in-place',
  edits: [{ oldText, newText, replaceAll: false }],
});
const write = (newText: string, path = 'package.json'): FileTouch => ({ path, change: 'overwrite', newText });
const version = edit('1.0.0', '1.1.0');

describe('protectingPattern', () => {
  const cases: readonly (readonly [name: string, world: World, pattern: string | undefined])[] = [
    ['another version, by an edit', { touches: [version] }, undefined],
    ['another version, by a write', { touches: [write(MANIFEST.replace('1.0.0', '2.0.0'))] }, undefined],
    [
      'several edits',
      { touches: [{ ...version, edits: [...(version.edits ?? []), ...(edit('sample', 'other').edits ?? [])] }] },
      undefined,
    ],
    ['a new manifest of inert fields', { touches: [write('{"name":"b"}', 'packages/b/package.json')] }, undefined],
    ['a new manifest with scripts', { touches: [write('{"scripts":{}}', 'packages/b/package.json')] }, 'package.json'],
    ['a script', { touches: [edit('mocha', 'mocha; ls')] }, 'package.json'],
    [
      'one edit of several',
      { touches: [{ ...version, edits: [...(version.edits ?? []), ...(edit('mocha', 'x').edits ?? [])] }] },
      'package.json',
    ],
    ['an edit whose place is not found', { touches: [edit('3.0.0', '3.1.0')] }, 'package.json'],
    ['an edit whose place is found twice', { touches: [edit('"', "'")] }, 'package.json'],
    ['an edit without its text', { touches: [{ path: 'package.json', change: 'in-place' }] }, 'package.json'],
    ['what is no JSON', { touches: [write('{"name":')] }, 'package.json'],
    [
      'a manifest that was none',
      { touches: [version], tree: { [`${WORKSPACE}/package.json`]: '1.0.0' } },
      'package.json',
    ],
    ['a deletion', { touches: [{ path: 'package.json', change: 'delete' }] }, 'package.json'],
    ['a move away', { touches: [{ path: 'package.json', change: 'rename-from' }] }, 'package.json'],
    ['a move in', { touches: [{ ...write('{"name":"b"}', 'b/package.json'), change: 'rename-to' }] }, 'package.json'],
    ['a shell line', { touches: [write('{"name":"b"}', 'b/package.json')], by: 'other' }, 'package.json'],
    ['a pattern', { touches: [{ ...write('{"name":"b"}', 'b/package.json'), glob: true }] }, 'package.json'],
    ['two parts of one call', { touches: [version, edit('sample', 'other')] }, 'package.json'],
    [
      'two parts by two names',
      { touches: [version, edit('sample', 'other', './src/../package.json')] },
      'package.json',
    ],
    ['another file beside it', { touches: [version, write('x', 'a.ts')] }, undefined],
    ['another spelling', { touches: [write('{"name":"b"}', 'b/Package.json')] }, 'package.json'],
    [
      'below a folder of the name',
      { touches: [write('{"name":"b"}', 'package.json/a.ts')], tree: { [`${WORKSPACE}/package.json`]: undefined } },
      'package.json',
    ],
    [
      'a link of the name to another file',
      {
        touches: [write('{"name":"b"}', 'b/package.json')],
        tree: { [`${WORKSPACE}/b/package.json`]: { link: '/home/u/project/c.json' } },
      },
      'package.json',
    ],
    ['below another protected place', { touches: [write('{"name":"b"}', '.vscode/package.json')] }, '.vscode'],
    [
      'the user’s own pattern for the same name',
      { touches: [version], entries: [{ value: 'package.json', source: 'user' }, ...BUILT_IN.slice(0, 1)] },
      'package.json',
    ],
    [
      'the user’s own pattern for this file, behind the built-in one',
      {
        touches: [write('{"name":"b"}', 'packages/app/package.json')],
        entries: [...BUILT_IN, { value: 'packages/app/package.json', source: 'user' }],
      },
      'packages/app/package.json',
    ],
  ];
  for (const [name, world, pattern] of cases) {
    it(`${name}: ${pattern ?? 'ordinary'}`, () => {
      assert.equal(protectedBy(world), pattern);
    });
  }
});
