import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, rmSync } from 'node:fs';
import { createNodeFileSystem } from '../../../src/disk/nodeFileSystem';
import { decide } from '../../../src/engine/decide';
import { useTemporaryFolder } from '../../unit/disk/temporaryFolder';
import { configuration, fakeGate } from '../../unit/engine/fakeGate';

/** Below a home whose repository tracks a private file, as those of configuration files do. */
describe('git outside of the workspace', () => {
  const folder = useTemporaryFolder();

  async function stageOf(command: string, workspace = 'home/project'): Promise<string> {
    const cwd = folder.at(workspace);
    const gate = fakeGate({ configuration: configuration({ workspaceFolders: [cwd] }) });
    const machine = { ...gate.machine, homeDirectory: folder.at('home') };
    const files = createNodeFileSystem(process.platform);
    const { stage } = await decide(
      { tool: 'bash', input: { command }, cwd },
      { ...gate, machine, files },
      new AbortController().signal,
    );
    return stage;
  }

  function repository(at: string, name: string, mode: number): void {
    folder.write(`${at}/${name}`, 'one\n');
    folder.git(at, 'init', '-q');
    folder.git(at, 'add', '-f', name);
    folder.git(at, 'commit', '-qm', 'x');
    appendFileSync(folder.at(`${at}/${name}`), 'two\n');
    chmodSync(folder.at(`${at}/${name}`), mode);
  }

  const PRINT = [
    'diff',
    'show',
    'log -p',
    'log -c -1',
    'stash show -p',
    'diff HEAD~1',
    'cat-file -p abc1234',
    'whatchanged -p',
    // It prints the lines that it complains of.
    'diff --check',
    'log --check',
    // Of what is staged.
    'status -v',
  ];

  beforeEach(() => folder.write('home/project/src/a.ts', 'x'));

  for (const [name, mode] of [
    ['.netrc', 0o644],
    ['notes.txt', 0o600],
    ['.config/mytool/token', 0o644],
  ] as const) {
    it(`is not proven where it prints contents and ${name} is tracked`, async () => {
      repository('home', name, mode);
      for (const command of PRINT) {
        assert.notEqual(await stageOf(`git -C ~ ${command}`), 'read-only-command', command);
        assert.notEqual(await stageOf(`cd ~ && git ${command}`), 'read-only-command', command);
      }
      assert.notEqual(await stageOf('git diff'), 'read-only-command', 'from a folder of its work tree');
      assert.notEqual(await stageOf('git -C ~/project diff'), 'read-only-command');
    });
  }

  it('is proven where it names files alone, or tracks nothing private', async () => {
    repository('home', '.netrc', 0o644);
    for (const command of ['status', 'log --oneline -3', 'diff --stat', 'branch -a', 'ls-files']) {
      assert.equal(await stageOf(`git -C ~ ${command}`), 'read-only-command', command);
    }
    repository('other', 'src/a.ts', 0o644);
    for (const command of PRINT) {
      assert.equal(await stageOf(`git -C ${folder.at('other')} ${command}`), 'read-only-command', command);
    }
  });

  it('is not proven without an index, which alone says what is tracked', async () => {
    repository('other', 'src/a.ts', 0o644);
    rmSync(folder.at('other/.git/index'));
    assert.notEqual(await stageOf(`git -C ${folder.at('other')} show`), 'read-only-command');
  });

  it('changes nothing inside of the workspace', async () => {
    repository('home/project', 'src/a.ts', 0o600);
    for (const command of PRINT) assert.equal(await stageOf(`git ${command}`), 'read-only-command', command);
  });

  it('changes nothing in the repository around the workspace', async () => {
    repository('home/mono', 'notes.txt', 0o600);
    folder.write('home/mono/app/a.ts', 'x');
    for (const command of PRINT)
      assert.equal(await stageOf(`git ${command}`, 'home/mono/app'), 'read-only-command', command);
  });

  it('is not proven where a home is the workspace and tracks a private file', async () => {
    repository('home', '.netrc', 0o600);
    assert.notEqual(await stageOf('git diff', 'home'), 'read-only-command');
  });
});
