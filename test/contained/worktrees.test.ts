import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContainedRoom } from './containedRoom';

/** Where the work tree lies, from the home. */
const PLACES = { 'beside the repository': 'tree', 'inside the repository': 'main/.claude/worktrees/tree' };

for (const [place, name] of Object.entries(PLACES)) {
  describe(`a contained run in a git work tree ${place}`, () => {
    let room: ContainedRoom;
    let home: string;
    let main: string;
    let server: Server;

    function git(folder: string, ...args: readonly string[]): string {
      const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
      const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid'];
      return execFileSync('git', ['-C', folder, ...who, ...args], { env, encoding: 'utf8', stdio: 'pipe' });
    }

    before(async () => {
      home = realpathSync(mkdtempSync(join(tmpdir(), 'am-worktree-')));
      main = join(home, 'main');
      mkdirSync(main);
      git(main, 'init', '-q', '-b', 'main');
      for (const file of ['a.txt', 'extra.inc']) writeFileSync(join(main, file), '');
      writeFileSync(join(main, 'b.txt'), 'committed\n');
      git(main, 'add', '.');
      git(main, 'commit', '-qm', 'first');
      git(main, 'worktree', 'add', '-q', join(home, name));
      git(main, 'worktree', 'add', '-q', join(home, 'other'));
      const tree = join(home, name);
      git(main, 'config', 'include.path', join(tree, 'extra.inc'));
      writeFileSync(join(main, '.env'), 'SECRET=main');
      writeFileSync(join(home, 'other', 'mine.txt'), 'SECRET=other');
      writeFileSync(join(main, '.git', 'hooks', 'pre-push'), 'SECRET=hook');
      server = createServer((socket) => socket.end('SECRET=socket'));
      await new Promise<void>((done) => server.listen(join(main, '.git/worktrees/tree/fsmonitor--daemon.ipc'), done));
      room = new ContainedRoom({ worktree: { of: main, projectFolders: [tree, main] } }, { home, workspace: tree });
      await room.open();
      await room.tried();
    });
    after(() => {
      server.close();
      room.close();
    });

    /** By code that nothing reads beforehand. */
    const ran = async (script: string): ReturnType<ContainedRoom['contained']> => {
      const text = Buffer.from(script).toString('base64');
      const run = `spawnSync('bash', ['-c', Buffer.from('${text}', 'base64').toString()], { stdio: 'inherit' })`;
      room.write('run.js', `process.exitCode = require('child_process').${run}.status;\n`);
      return room.contained('node run.js');
    };

    it('changes ordinary files of it, and asks git', async () => {
      const { stdout, code } = await ran('echo x >made.txt; git rev-parse HEAD; git status --short; git log --oneline');
      assert.equal(code, 0);
      assert.equal(readFileSync(join(room.workspace, 'made.txt'), 'utf8'), 'x\n');
      assert.ok(stdout.startsWith(git(main, 'rev-parse', 'HEAD')), stdout);
      assert.match(stdout, /\?\? made\.txt/);
      assert.match(stdout, /first/);
    });

    it('changes nothing of the repository, of other work trees and of its own link to it', async () => {
      const places = [main, join(home, 'other'), join(room.workspace, '.git'), join(room.workspace, 'extra.inc')];
      const before = places.map((path) => digest(path, room.workspace));
      const own = join(main, '.git/worktrees/tree');
      const targets = [
        ...['a.txt', '.git/config', '.git/hooks/pre-commit', '.git/HEAD', '.git/refs/heads/main', '.git/new'],
        ...['.git/info/exclude', '.git/packed-refs', '.git/objects/new', '.git/worktrees/other/HEAD', 'new.txt'],
      ].map((path) => join(main, path));
      const all = [
        ...targets,
        ...['HEAD', 'index', 'config.worktree', 'commondir', 'gitdir'].map((one) => join(own, one)),
      ];
      const { code } = await ran(
        [
          ...all.map((path) => `echo evil >'${path}'; rm -rf '${path}'`),
          ...[
            'echo evil >.git',
            'mv .git aside',
            'rm -f .git',
            'ln -sf /tmp .git',
            'echo evil >extra.inc',
            'mkdir .git',
          ],
          `echo evil >'${join(home, 'other', 'a.txt')}'`,
          'git config core.hooksPath /tmp; git commit -qam evil; git branch evil; git worktree add /tmp/evil; git add -A',
          `mv '${room.workspace}' '${room.workspace}2'; exit 3`,
        ].join('\n'),
      );
      assert.equal(code, 3, 'it ran to its end');
      assert.deepEqual(
        places.map((path) => digest(path, room.workspace)),
        before,
      );
      assert.equal(git(main, 'branch', '--list', 'evil'), '');
    });

    it('leaves no second repository in it', async () => {
      await ran(`mkdir -p sub && git init -q sub; mkdir hooks; echo evil >hooks/pre-commit; touch HEAD; exit 3`);
      for (const path of ['sub/.git', 'hooks/pre-commit', 'HEAD']) {
        assert.equal(lstatSync(join(room.workspace, path), { throwIfNoEntry: false }), undefined, path);
      }
    });

    it('can be undone, also where git alone holds what it changed', async () => {
      const text = (path: string): string => readFileSync(join(room.workspace, path), 'utf8');
      room.write('src/mine.txt', 'new, by hand\n');
      room.write('a.txt', 'changed by hand\n');
      const before = [main, join(home, 'other'), join(room.workspace, '.git')].map((path) =>
        digest(path, room.workspace),
      );
      const { code, decision } = await ran(
        'rm -r src; echo spoilt >a.txt; echo spoilt >b.txt; mkdir made; echo x >made/later.txt',
      );
      assert.deepEqual([code, text('b.txt'), existsSync(join(room.workspace, 'src'))], [0, 'spoilt\n', false]);
      assert.doesNotMatch(decision.reason, /Undo|kept/);
      await room.kept.finish(decision.id);
      const run = await room.kept.of(decision.id);
      assert.ok(run, 'nothing was kept');
      for (const snapshot of run.snapshots) await room.kept.store.undo(snapshot.id);
      assert.deepEqual(['src/mine.txt', 'a.txt', 'b.txt'].map(text), [
        'new, by hand\n',
        'changed by hand\n',
        'committed\n',
      ]);
      assert.equal(existsSync(join(room.workspace, 'made')), false);
      assert.deepEqual(
        [main, join(home, 'other'), join(room.workspace, '.git')].map((path) => digest(path, room.workspace)),
        before,
      );
    });

    it('reads no file of the main work tree, of another one, no hook, and reaches no helper of git', async () => {
      const socket = join(main, '.git/worktrees/tree/fsmonitor--daemon.ipc');
      const { stdout } = await ran(
        [
          `cat '${main}/.env' '${home}/other/mine.txt' '${main}/.git/hooks/pre-push'; ls '${main}/.git/worktrees'`,
          `node -e "require('net').connect('${socket}').on('data',d=>console.log(String(d))).on('error',()=>console.log('refused'))"`,
        ].join('\n'),
      );
      assert.doesNotMatch(stdout, /SECRET|other/);
      assert.match(stdout, /refused/);
    });
  });
}

/** Of all names and contents below, sockets and the work tree itself left out. */
function digest(path: string, without: string): string {
  const hash = createHash('sha256');
  const add = (one: string): void => {
    if (one === without) return;
    const facts = lstatSync(one);
    hash.update(`${one}\0${facts.mode}\0`);
    if (facts.isDirectory()) for (const name of readdirSync(one).sort()) add(join(one, name));
    else if (facts.isFile()) hash.update(readFileSync(one));
  };
  add(path);
  return hash.digest('hex');
}
