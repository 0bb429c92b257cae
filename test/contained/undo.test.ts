import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EffectiveConfiguration } from '../../src/engine/model/configuration';
import { configuration } from '../unit/engine/fakeGate';
import { ContainedRoom, type Ran } from './containedRoom';

describe('undoing a contained run', () => {
  let room: ContainedRoom;
  const at = (path: string): string => join(room.workspace, path);

  async function open(settings: Partial<EffectiveConfiguration> = {}): Promise<void> {
    room = new ContainedRoom(settings);
    await room.open();
    await room.tried();
    room.write('src/mine.txt', 'written by hand\n');
    room.write('run.js', '');
  }
  afterEach(() => {
    room.close();
  });

  async function ran(code: string): Promise<Ran & { readonly id: string; readonly reason: string }> {
    room.write('run.js', `const fs=require('fs');${code}`);
    const { decision, ...run } = await room.contained('node run.js');
    await room.kept.finish(decision.id);
    return { ...run, id: decision.id, reason: decision.reason };
  }

  async function undone(id: string): Promise<void> {
    const run = await room.kept.of(id);
    assert.ok(run, 'nothing was kept');
    for (const snapshot of run.snapshots) await room.kept.store.undo(snapshot.id);
  }

  it('brings back what it removed and changed, and takes away what it made', async () => {
    await open();
    room.write('src/other.txt', 'other\n');
    const { id, reason, code } = await ran(
      "fs.rmSync('src/mine.txt');fs.writeFileSync('src/other.txt','spoilt');fs.writeFileSync('made.txt','x')",
    );
    assert.equal(code, 0);
    assert.doesNotMatch(reason, /Undo/);
    assert.equal(existsSync(at('src/mine.txt')), false);
    await undone(id);
    assert.equal(readFileSync(at('src/mine.txt'), 'utf8'), 'written by hand\n');
    assert.equal(readFileSync(at('src/other.txt'), 'utf8'), 'other\n');
    assert.equal(existsSync(at('made.txt')), false);
  });

  it('leaves what changed since, and names it', async () => {
    await open();
    const { id } = await ran("fs.writeFileSync('src/mine.txt','by the run')");
    writeFileSync(at('src/mine.txt'), 'by hand again');
    const [snapshot] = (await room.kept.of(id))?.snapshots ?? [];
    const difference = await room.kept.store.difference(snapshot?.id ?? '');
    assert.deepEqual(difference.conflicts, [{ path: 'src/mine.txt', why: 'changed-since' }]);
    await undone(id);
    assert.equal(readFileSync(at('src/mine.txt'), 'utf8'), 'by hand again');
  });

  it('says in the decision that not everything is kept, and runs', async () => {
    const { snapshots } = configuration();
    await open({ snapshots: { ...snapshots, maxMegabytes: 0 } });
    const { reason, code } = await ran('');
    assert.equal(code, 0);
    assert.match(reason, /Undo cannot put everything back: 2 files or folders are not kept \(beyond autoMode\.snap/);
  });

  it('says in the decision that nothing could be kept, and runs', async () => {
    await open();
    mkdirSync(join(room.home, '.auto-mode'), { recursive: true });
    writeFileSync(join(room.home, '.auto-mode', 'snapshots'), 'in the way');
    const { reason, code } = await ran('');
    assert.equal(code, 0);
    assert.match(reason, /could not be kept, so Undo cannot put it back/);
    assert.equal(room.complaints.length, 2);
  });

  it('keeps nothing where the user switched it off, and says nothing of it', async () => {
    const { snapshots } = configuration();
    await open({ snapshots: { ...snapshots, enabled: false } });
    const { id, reason } = await ran('');
    assert.equal(await room.kept.of(id), undefined);
    assert.doesNotMatch(reason, /Undo|kept/);
  });

  it('drops what was kept for a run that its ticket refused', async () => {
    await open();
    room.write('run.js', '1');
    const decision = await room.decided('node run.js');
    room.write('run.js', '2');
    room.run(decision);
    room.containment.callEnded(decision.id);
    assert.deepEqual(room.never, [decision.id]);
    assert.equal((await room.kept.of(decision.id))?.snapshots.length, 1);
    await room.kept.drop(decision.id);
    assert.equal(await room.kept.of(decision.id), undefined);
  });

  it('holds for the workspace as it is once its files are kept', async () => {
    await open();
    room.keeping = () => {
      room.write('packages/.npmrc', 'mine');
    };
    const { code } = await ran("try{fs.writeFileSync('packages/.npmrc','spoilt')}catch{}");
    assert.equal(code, 0);
    assert.equal(readFileSync(at('packages/.npmrc'), 'utf8'), 'mine');
  });

  it('drops what was kept where the call was withdrawn meanwhile, and issues no ticket', async () => {
    await open();
    room.write('run.js', '1');
    const { issued } = room;
    const withdrawn = new AbortController();
    room.keeping = () => {
      withdrawn.abort();
    };
    const decision = await room.decided('node run.js', { signal: withdrawn.signal });
    assert.equal(decision.outcome, 'block');
    await until(() => room.never.length > 0);
    assert.deepEqual(room.never, [decision.id]);
    assert.equal(room.issued, issued);
  });

  it('waits for a run that takes longer than its ticket could wait', async () => {
    await open();
    room.write('run.js', "setTimeout(()=>require('fs').writeFileSync('made.txt','x'),1500)");
    const { id, rewritten = '' } = await room.decided('node run.js');
    const env = { PATH: process.env['PATH'], HOME: room.home };
    const call = spawn('/bin/bash', ['-c', rewritten], { cwd: room.workspace, stdio: 'ignore', env });
    await until(() => room.containedHome.stateOf(rewritten.slice(-32))?.state === 'running');
    room.later = 60 * 60_000;
    room.containment.collect();
    assert.equal(room.containment.isWaiting, true);
    await once(call, 'exit');
    room.containment.collect();
    assert.equal(room.reports.get(id)?.exitCode, 0);
    assert.deepEqual(room.never, []);
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; waited < 600 && !condition(); waited += 1) await pause(50);
  assert.ok(condition());
}
