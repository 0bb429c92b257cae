import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ContainedHome } from '../../src/sandbox/containedHome';
import { ContainedRoom } from './containedRoom';

/** What the next window finds of runs that nobody ended, or nobody asked about. */
describe('contained runs that a window left', () => {
  let room: ContainedRoom;
  /** As the next window opens it. */
  let home: ContainedHome;

  beforeEach(async () => {
    room = new ContainedRoom();
    await room.open();
    await room.tried();
    home = new ContainedHome(join(room.home, '.auto-mode'));
  });
  afterEach(() => {
    room.close();
  });

  const at = (path: string): string => join(room.workspace, path);

  /** A run that made what is protected, ended with its guardian. */
  async function killed(): Promise<string> {
    room.write('attack.js', "require('fs').mkdirSync('k/.git',{recursive:true});setTimeout(()=>0,60000)");
    const { id, rewritten = '' } = await room.decided('node attack.js');
    const ticket = rewritten.slice(-32);
    const call = spawn('/bin/bash', ['-c', rewritten], {
      cwd: room.workspace,
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], HOME: room.home },
    });
    await until(() => existsSync(at('k/.git')) && guardians(ticket).length > 0);
    for (const guardian of guardians(ticket)) process.kill(guardian, 'SIGKILL');
    process.kill(-(call.pid ?? 0), 'SIGKILL');
    return id;
  }

  it('are swept, and reported with what was renamed', async () => {
    const id = await killed();
    await pause(500);
    assert.equal(existsSync(at('k/.git')), true);
    home.removeOld(Date.now() + 60_000);
    home.sweepUnfinished();
    home.sweepUnfinished();
    const report = (): ReturnType<typeof reportOf> => reportOf(home, id);
    await until(() => report() !== undefined);
    assert.equal(existsSync(at('k/.git')), false);
    assert.deepEqual([report()?.exitCode, report()?.putAside], [137, [at('k/.git')]]);
    home.removeOld(Date.now() + 60_000);
    assert.equal(report(), undefined);
  });

  it('are left alone while they run', async () => {
    room.write('slow.js', "require('fs').mkdirSync('s/.git',{recursive:true});setTimeout(()=>0,1500)");
    const { id, rewritten = '' } = await room.decided('node slow.js');
    spawn('/bin/bash', ['-c', rewritten], {
      cwd: room.workspace,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], HOME: room.home },
    });
    await until(() => existsSync(at('s/.git')));
    home.sweepUnfinished();
    await pause(300);
    assert.equal(existsSync(at('s/.git')), true);
    await until(() => reportOf(home, id) !== undefined);
    assert.deepEqual([reportOf(home, id)?.exitCode, existsSync(at('s/.git'))], [0, false]);
  });

  it('do not touch what the user made since, where nothing had run', async () => {
    const decision = await room.decided('node ok.js');
    room.write('.npmrc', 'mine');
    room.write('ok.js', '');
    assert.equal(room.run(decision).code, 126);
    room.write('packages/.npmrc', 'mine');
    home.sweepUnfinished();
    await pause(500);
    assert.deepEqual(
      [existsSync(at('.npmrc')), existsSync(at('packages/.npmrc')), readdirSync(room.workspace).length],
      [true, true, 3],
    );
  });

  it('are known by their decisions, though another window gave them back', async () => {
    room.write('fails.js', 'process.exit(3)');
    const decision = await room.decided('node fails.js');
    room.run(decision);
    assert.equal(reportOf(home, decision.id)?.exitCode, 3);
    assert.equal(reportOf(home, 'another'), undefined);
  });
});

function reportOf(home: ContainedHome, id: string): { exitCode: number; putAside: readonly string[] } | undefined {
  return [...home.endedRuns()].find(({ decisionId }) => decisionId === id)?.report;
}

function guardians(ticket: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`\0end\0${ticket}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; waited < 200 && !condition(); waited += 1) await pause(50);
  assert.ok(condition());
}
