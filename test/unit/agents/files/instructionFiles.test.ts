import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InstructionFiles, foldersDownTo, isAtOrBelow } from '../../../../src/agents/files/instructionFiles';

describe('instruction files', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-files-')));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function put(name: string, text: string | Uint8Array): string {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }
  const candidates = (...names: string[]): { path: string; within: string }[] =>
    names.map((name) => ({ path: join(root, name), within: join(root, 'repo') }));
  const texts = async (files: InstructionFiles, ...names: string[]): Promise<string[]> =>
    (await files.read(candidates(...names))).map(({ text }) => text);

  it('are read in their order; what is no file, or no path of this machine, is left out', async () => {
    put('repo/B.md', 'b');
    put('repo/A.md', 'a');
    mkdirSync(join(root, 'repo', 'folder.md'));
    execFileSync('mkfifo', [join(root, 'repo', 'pipe.md')]);
    const files = await new InstructionFiles().read([
      ...candidates('repo/B.md', 'repo/none.md', 'repo/folder.md', 'repo/pipe.md', 'repo/B.md/x', 'repo/A.md'),
      { path: 'repo/A.md', within: '.' },
      { path: '//server/share/A.md', within: '//server/share' },
      { path: '\\\\server\\share\\A.md', within: '\\\\server\\share' },
      { path: `${join(root, 'repo/A.md')}\0`, within: root },
    ]);
    assert.deepEqual(files, [
      { path: join(root, 'repo/B.md'), text: 'b' },
      { path: join(root, 'repo/A.md'), text: 'a' },
    ]);
  });

  it('a link is followed inside the folder only, and no file is given twice', async () => {
    put('secret.md', 'secret');
    put('repo/AGENTS.md', 'agents');
    symlinkSync('AGENTS.md', join(root, 'repo/CLAUDE.md'));
    symlinkSync('../secret.md', join(root, 'repo/OUT.md'));
    symlinkSync('..', join(root, 'repo/up'));
    symlinkSync('LOOP.md', join(root, 'repo/LOOP.md'));
    const names = ['repo/CLAUDE.md', 'repo/AGENTS.md', 'repo/OUT.md', 'repo/up/secret.md', 'repo/LOOP.md', 'secret.md'];
    assert.deepEqual(await texts(new InstructionFiles(), ...names), ['agents']);
  });

  it('a change on disk is seen, also one of the same length', async () => {
    const files = new InstructionFiles();
    const path = put('repo/A.md', 'one');
    assert.deepEqual(await texts(files, 'repo/A.md'), ['one']);
    put('repo/A.md', 'two');
    utimesSync(path, 1, 1);
    assert.deepEqual(await texts(files, 'repo/A.md'), ['two']);
    rmSync(path);
    assert.deepEqual(await texts(files, 'repo/A.md'), []);
  });

  it('has limits for everything', async () => {
    for (const name of ['A', 'B', 'C', 'D']) put(`repo/${name}.md`, name.repeat(1000));
    const names = ['repo/A.md', 'repo/B.md', 'repo/C.md', 'repo/D.md'];
    assert.equal((await texts(new InstructionFiles({ candidates: 3 }), ...names)).length, 3);
    assert.equal((await texts(new InstructionFiles({ files: 2 }), ...names)).length, 2);
    assert.equal((await texts(new InstructionFiles({ bytes: 1500 }), ...names)).length, 2);
    const remembering = new InstructionFiles({ remembered: 1 });
    for (let time = 0; time < 3; time += 1) assert.equal((await texts(remembering, ...names)).length, 4);
  });

  it('of a large file the beginning and the end are read; bytes that are no text do no harm', async () => {
    put('repo/A.md', `start${'x'.repeat(1000)}end`);
    put('repo/B.md', Buffer.from([0xff, 0x00, 0x41]));
    const [large, odd] = await texts(new InstructionFiles({ bytesPerFile: 20 }), 'repo/A.md', 'repo/B.md');
    assert.match(large ?? '', /^startxxxxx\n\[\.\.\. the middle of 1008 bytes is left out \.\.\.\]\nxxxxxxxend$/);
    assert.equal(odd, '\ufffd\0A');
  });

  it('the folders down to one, outermost first', () => {
    assert.deepEqual(foldersDownTo('/a/b'), ['/', '/a', '/a/b']);
    assert.deepEqual(foldersDownTo('/a/b', 2), ['/a', '/a/b']);
    assert.deepEqual(foldersDownTo(`/${'a/'.repeat(500)}b`).length, 64);
    for (const path of ['a/b', '//server/share', '\\\\server\\share']) assert.deepEqual(foldersDownTo(path), []);
  });

  it('what is below a folder', () => {
    assert.deepEqual(
      ['/a', '/a/b', '/a/..b', '/ab', '/'].map((path) => isAtOrBelow(path, '/a')),
      [true, true, true, false, false],
    );
  });
});
