import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { decide } from '../../src/engine/decide';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { configuration, fakeGate, verdict } from '../unit/engine/fakeGate';
import { runs } from '../unit/propertyRuns';
import { DANGERS } from './localGitDangers';
import { LocalGitRoom } from './localGitRoom';

const SWITCHES = ['git switch -q side', 'git checkout side && git status --short'];

describe('a switch to another branch, against what git does', () => {
  const folder = useTemporaryFolder();
  const room = new LocalGitRoom(folder);

  after(() => {
    room.removeMade();
  });

  async function isAllowed(command: string, where = 'repo'): Promise<boolean> {
    const cwd = folder.at(where);
    const base = fakeGate({
      configuration: configuration({ workspaceFolders: [folder.at('repo')] }),
      classifier: () => verdict('block'),
    });
    const gate = { ...base, machine: room.machine, files: createNodeFileSystem() };
    const { stage } = await decide({ tool: 'bash', input: { command }, cwd }, gate, new AbortController().signal);
    return stage === 'local-git';
  }

  const branch = (): string => folder.git('repo', 'rev-parse', '--abbrev-ref', 'HEAD').trim();

  for (const command of SWITCHES) {
    it(`is allowed and done in an ordinary repository: ${command}`, async () => {
      room.makeRepository();
      assert.ok(await isAllowed(command));
      room.run(command);
      assert.equal(branch(), 'side');
      assert.equal(readFileSync(folder.at('repo/a.txt'), 'utf8'), 'one\n');
      assert.ok(await isAllowed('git switch main'));
    });
  }

  for (const { name, arrange } of DANGERS) {
    it(`runs nothing of ${name}`, async () => {
      room.makeRepository();
      arrange(folder, room.recorder());
      for (const command of SWITCHES) {
        if (!(await isAllowed(command))) continue;
        room.run(command);
        assert.ok(!room.hasRun, `${command} ran the program`);
      }
    });
  }

  it('is judged where a branch puts another repository around the folder of the call', async () => {
    room.makeRepository();
    folder.write('repo/x/HEAD', 'ref: refs/heads/main\n');
    folder.write('repo/x/deep/k', 'k\n');
    folder.git('repo', 'add', '-A');
    folder.git('repo', 'commit', '-qm', 'x');
    folder.git('repo', 'switch', '-qc', 'other');
    for (const name of ['objects/k', 'refs/k']) folder.write(`repo/x/${name}`, 'k\n');
    folder.write(
      'repo/x/config',
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${room.recorder()}\n`,
    );
    folder.git('repo', 'add', '-A');
    folder.git('repo', 'commit', '-qm', 'y');
    folder.git('repo', 'switch', '-q', 'main');
    for (const where of ['repo/x', 'repo/x/deep']) {
      const command = 'git switch -q other && git status';
      assert.ok(!(await isAllowed(command, where)), where);
      room.run(command, where);
      assert.ok(room.hasRun, 'git ran nothing there, so the test shows nothing');
      folder.git('repo', 'switch', '-q', 'main');
    }
    for (const command of ['git switch -q other && git status', 'git switch -q other']) {
      assert.ok(await isAllowed(command));
      room.run(command);
      assert.ok(!room.hasRun, command);
      folder.git('repo', 'switch', '-q', 'main');
    }
  });

  it('is judged where git would write the whole branch, as without an index', async () => {
    room.makeRepository();
    assert.ok(await isAllowed('git switch side'));
    rmSync(folder.at('repo/.git/index'));
    assert.ok(!(await isAllowed('git switch side')));
  });

  /** Every file below the work tree, by its name, but git's own. */
  function files(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const visit = (at: string): void => {
      for (const name of readdirSync(at)) {
        const path = join(at, name);
        if (name === '.git') continue;
        if (statSync(path).isDirectory()) visit(path);
        else found.set(relative(folder.at('repo'), path), readFileSync(path, 'utf8'));
      }
    };
    visit(folder.at('repo'));
    return found;
  }

  it('loses no content that the commit before does not hold, in any state of the work tree', async function () {
    this.timeout(300_000);
    let allowed = 0;
    const name = fc.constantFrom('a', 'src/b', 'src', 'ignored/c', 'ignored', 'x.log', 'd');
    const tree = fc.dictionary(name, fc.constantFrom('one\n', 'two\n'), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(tree, tree, tree, fc.boolean(), async (main, side, dirty, isAssumed) => {
        rmSync(folder.at('repo'), { recursive: true, force: true });
        folder.write('repo/.gitignore', 'ignored\n*.log\n');
        folder.git('repo', 'init', '-q', '-b', 'main', '--template=');
        for (const [at, content] of [
          ['side', side],
          ['main', main],
        ] as const) {
          folder.git('repo', 'rm', '-rqf', '--cached', '--ignore-unmatch', '.');
          for (const old of files().keys()) rmSync(folder.at(`repo/${old}`), { force: true });
          write({ ...content, '.gitignore': 'ignored\n*.log\n' });
          folder.git('repo', 'add', '-Af', '.');
          folder.git('repo', 'commit', '-q', '--allow-empty', '-m', at);
          if (at === 'side') folder.git('repo', 'branch', 'side');
        }
        if (isAssumed) for (const at of tracked()) folder.git('repo', 'update-index', '--assume-unchanged', at);
        write(dirty);
        const before = files();
        const committed = new Map(tracked('HEAD').map((at) => [at, folder.git('repo', 'show', `HEAD:${at}`)]));
        if (!(await isAllowed('git switch -q side'))) return;
        allowed += 1;
        room.run('git switch -q side');
        const after = files();
        for (const [at, content] of before) {
          assert.ok(after.get(at) === content || committed.get(at) === content, `${at} is lost`);
        }
      }),
      runs(20261130, 40),
    );
    assert.ok(allowed > 5, `${allowed} were allowed`);
  });

  /** Without what is in the way of each other. */
  function write(content: Readonly<Record<string, string>>): void {
    for (const [at, text] of Object.entries(content)) {
      const parent = folder.at(`repo/${at.split('/').slice(0, -1).join('/')}`);
      const isBlocked = existsSync(parent) && !statSync(parent).isDirectory();
      const path = folder.at(`repo/${at}`);
      if (isBlocked || (existsSync(path) && statSync(path).isDirectory())) continue;
      folder.write(`repo/${at}`, text);
    }
  }

  function tracked(commit?: string): readonly string[] {
    const names =
      commit === undefined
        ? folder.git('repo', 'ls-files', '-z')
        : folder.git('repo', 'ls-tree', '-rz', '--name-only', commit);
    return names.split('\0').filter(Boolean);
  }
});
