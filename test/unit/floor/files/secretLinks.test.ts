import assert from 'node:assert/strict';
import { linkSync } from 'node:fs';
import { createNodeFileSystem } from '../../../../src/disk/nodeFileSystem';
import { decide } from '../../../../src/engine/decide';
import { useTemporaryFolder } from '../../disk/temporaryFolder';
import { configuration, fakeGate, verdict } from '../../engine/fakeGate';

const never = new AbortController().signal;

describe('a second name of a secret of the gate', () => {
  const folder = useTemporaryFolder();

  async function stageOf(tool: string, input: Record<string, string>): Promise<string> {
    const cwd = folder.at('work');
    const gate = {
      ...fakeGate({ configuration: configuration({ workspaceFolders: [cwd] }), classifier: () => verdict('allow') }),
      files: createNodeFileSystem(),
    };
    const machine = { ...gate.machine, homeDirectory: folder.path, secretGatePaths: [folder.at('.auto-mode/token')] };
    return (await decide({ tool, input, cwd }, { ...gate, machine }, never)).stage;
  }

  beforeEach(() => {
    folder.write('.auto-mode/token', 'x');
    folder.write('work/src/a.txt', 'x');
    folder.write('work/notes.txt', 'x');
  });

  it('is not read, by the shell or by a tool', async () => {
    linkSync(folder.at('.auto-mode/token'), folder.at('work/src/b.txt'));
    for (const command of ['cat src/b.txt', 'head -c 9 src/b.txt', 'cp src/b.txt c.txt', 'grep x src/b.txt']) {
      assert.equal(await stageOf('bash', { command }), 'hard-deny', command);
    }
    assert.equal(await stageOf('read', { path: folder.at('work/src/b.txt') }), 'hard-deny');
  });

  it('is not proven where a pattern meets it', async () => {
    linkSync(folder.at('.auto-mode/token'), folder.at('work/src/b.txt'));
    for (const command of ['cat src/b.t*', 'sed p ../*/src/b.txt', "sed '1,3p' src/b*", 'head s*/b.txt']) {
      assert.notEqual(await stageOf('bash', { command }), 'read-only-command', command);
    }
    assert.equal(await stageOf('bash', { command: 'cat src/a.t*' }), 'read-only-command');
  });

  it('ends the proof of searches, which may come upon it', async () => {
    linkSync(folder.at('.auto-mode/token'), folder.at('work/src/b.txt'));
    for (const command of ['grep -r x src', 'rg x', 'diff -r src .']) {
      assert.equal(await stageOf('bash', { command }), 'classifier', command);
    }
    assert.equal(await stageOf('grep', { path: folder.at('work') }), 'classifier');
    assert.equal(await stageOf('bash', { command: 'cat notes.txt' }), 'read-only-command');
  });

  it('is looked for only where there is one', async () => {
    linkSync(folder.at('work/notes.txt'), folder.at('work/src/b.txt'));
    assert.equal(await stageOf('bash', { command: 'cat src/b.txt' }), 'read-only-command');
    assert.equal(await stageOf('bash', { command: 'grep -r x src' }), 'read-only-command');
    assert.equal(await stageOf('grep', { path: folder.at('work') }), 'safe-tool');
  });
});
