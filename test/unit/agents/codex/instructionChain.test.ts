import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { codexInstructionChain } from '../../../../src/agents/codex/instructionChain';
import { InstructionFiles } from '../../../../src/agents/files/instructionFiles';

describe('the instruction files that Codex loads in a folder', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-chain-')));
    for (const folder of ['codex', 'above/repository/.git', 'above/repository/a/b']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const write = (...paths: readonly string[]): void => {
    for (const path of paths) writeFileSync(join(root, path), `text of ${path}`);
  };
  async function chain(folder: string): Promise<readonly string[]> {
    const files = await codexInstructionChain(join(root, 'codex'), new InstructionFiles())(folder);
    for (const { path, text } of files) assert.equal(text, `text of ${relative(root, path)}`);
    return files.map(({ path }) => relative(root, path));
  }

  it('are the user’s, then those from the root of the repository down', async () => {
    write('codex/AGENTS.md', 'above/AGENTS.md', 'above/repository/AGENTS.md', 'above/repository/a/b/AGENTS.md');
    assert.deepEqual(await chain(join(root, 'above/repository/a/b')), [
      ...['codex/AGENTS.md', 'above/repository/AGENTS.md', 'above/repository/a/b/AGENTS.md'],
    ]);
    assert.deepEqual(await chain(join(root, 'above/repository/a')), ['codex/AGENTS.md', 'above/repository/AGENTS.md']);
  });

  it('outside a repository only the user’s and the folder’s', async () => {
    write('codex/AGENTS.md', 'above/AGENTS.md');
    mkdirSync(join(root, 'above/plain'));
    assert.deepEqual(await chain(join(root, 'above/plain')), ['codex/AGENTS.md']);
    write('above/plain/AGENTS.md');
    assert.deepEqual(await chain(join(root, 'above/plain')), ['codex/AGENTS.md', 'above/plain/AGENTS.md']);
  });

  it('are one of each folder: what overrides, unless it is empty', async () => {
    write('codex/AGENTS.md', 'codex/AGENTS.override.md', 'above/repository/AGENTS.md');
    writeFileSync(join(root, 'above/repository/AGENTS.override.md'), ' \n');
    assert.deepEqual(await chain(join(root, 'above/repository')), [
      ...['codex/AGENTS.override.md', 'above/repository/AGENTS.md'],
    ]);
  });

  it('are not what a link brings from elsewhere, and none are looked for on another machine', async () => {
    write('secret');
    symlinkSync(join(root, 'secret'), join(root, 'above/repository/AGENTS.md'));
    assert.deepEqual(await chain(join(root, 'above/repository')), []);
    write('codex/AGENTS.md');
    assert.deepEqual(await chain(`/${join(root, 'above')}`), ['codex/AGENTS.md']);
    assert.deepEqual(await chain(dirname('relative/x')), ['codex/AGENTS.md']);
  });
});
