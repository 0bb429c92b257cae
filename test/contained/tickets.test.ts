import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContainedRoom } from './containedRoom';

describe('tickets of contained runs', () => {
  let room: ContainedRoom;

  before(async () => {
    room = new ContainedRoom();
    await room.open();
    room.write('ok.js', "console.log('ran')");
  });
  after(() => {
    room.close();
  });

  it('opens only after the session ran a call as it was given back', async () => {
    assert.equal((await room.decided('node ok.js')).stage, 'classifier');
    const trial = await room.decided('ls');
    assert.equal(trial.stage, 'read-only-command');
    assert.equal((await room.decided('node ok.js')).stage, 'classifier');
    assert.equal(room.run(trial).stdout, 'ok.js\n');
    assert.equal((await room.decided('node ok.js')).stage, 'contained');
    assert.equal((await room.decided('node ok.js', { sessionId: 'another' })).stage, 'classifier');
  });

  it('is closed by a call that ends without its ticket', async () => {
    await room.tried('lost');
    const decision = await room.decided('node ok.js', { sessionId: 'lost' });
    assert.equal(decision.stage, 'contained');
    room.containment.callEnded(decision.id);
    assert.deepEqual(room.lost, [decision.id]);
    assert.equal((await room.decided('node ok.js', { sessionId: 'lost' })).stage, 'classifier');
  });

  it('is closed by a trial that ends without its ticket', async () => {
    const trial = await room.decided('ls', { sessionId: 'untried' });
    room.containment.callEnded(trial.id);
    assert.equal((await room.decided('node ok.js', { sessionId: 'untried' })).stage, 'classifier');
    assert.equal((await room.decided('ls', { sessionId: 'untried' })).rewritten, undefined);
  });

  it('is not given for a folder outside of the workspace', async () => {
    const decision = await room.decided(`cd ${room.home} && node ok.js`);
    assert.deepEqual([decision.stage, decision.rewritten], ['classifier', undefined]);
  });

  it('is not given while too many others wait', async () => {
    const busy = new ContainedRoom();
    try {
      await busy.open();
      await busy.tried();
      const stages: string[] = [];
      for (let index = 0; index < 130; index += 1) stages.push((await busy.decided(`node ok.js ${index}`)).stage);
      assert.deepEqual([stages[0], stages.at(-1)], ['contained', 'classifier']);
    } finally {
      busy.close();
    }
  });

  it('runs once', async () => {
    const decision = await room.decided('node ok.js');
    assert.deepEqual(room.run(decision), { code: 0, stdout: 'ran\n', stderr: '' });
    const again = room.run(decision);
    assert.equal(again.code, 126);
    assert.match(again.stderr, /used up/);
  });

  it('runs nowhere else', async () => {
    mkdirSync(join(room.workspace, 'sub'), { recursive: true });
    const elsewhere = room.run(await room.decided('node ok.js'), join(room.workspace, 'sub'));
    assert.equal(elsewhere.code, 126);
    assert.match(elsewhere.stderr, /another folder/);
  });

  it('is bound to the files that it was decided for', () => {
    const path = join(room.workspace, 'odd\nname\\.sh');
    writeFileSync(path, 'echo first');
    const hash = '7d5a4f2b'.padEnd(64, '0');
    const ticket = room.containedHome.issue({
      kind: 'contained',
      decisionId: 'id',
      folder: room.workspace,
      shell: '/bin/bash',
      line: 'echo never',
      masksFailure: false,
      bubblewrap: [],
      hashes: new Map([[path, hash]]),
      sweep: { folders: [], names: [], known: [], keptMissing: [] },
      cache: room.containedHome.cacheOf([room.workspace]),
    });
    const decision = { rewritten: room.containedHome.commandFor(ticket) };
    const changed = room.run(decision as never);
    assert.equal(changed.code, 126);
    assert.match(changed.stderr, /has changed/);
    assert.equal(room.containedHome.stateOf(ticket)?.state, 'refused');
  });

  it('does not pass for a run that says nothing where it takes too long', async () => {
    const decision = await room.decided('node ok.js');
    assert.throws(() => room.run(decision, room.workspace, {}, 1), /ETIMEDOUT/);
  });

  it('has no end while its report is written', async () => {
    const ticket = (await room.decided('node ok.js')).rewritten?.slice(-32) ?? '';
    const used = join(room.containedHome.directory, 'used', ticket);
    // Without its run: the guardian of one would end a run that has no report.
    renameSync(join(room.containedHome.directory, 'tickets', ticket), used);
    writeFileSync(join(used, 'result'), '');
    assert.equal(room.containedHome.stateOf(ticket)?.state, 'running');
    writeFileSync(join(used, 'result'), '0\0\0\0');
    assert.equal(room.containedHome.stateOf(ticket)?.state, 'ended');
  });

  it('takes nothing but tickets', () => {
    for (const word of ['', '../used', 'abc', '$(id)', 'A'.repeat(32)]) {
      const ran = room.run({ rewritten: `'${room.containedHome.program}' '${word}'` } as never);
      assert.equal(ran.code, 126, word);
    }
  });

  it('keeps a stopped call for the judge, and no other', async () => {
    room.write('net.js', "require('net').connect(80,'192.0.2.1').on('error',e=>{console.log(e.code);process.exit(1)})");
    const { report, stderr } = await room.contained('node net.js');
    assert.deepEqual(report?.stopped, ['the network']);
    assert.match(stderr, /stopped at the network/);
    assert.equal((await room.decided('node net.js')).stage, 'classifier');
    assert.equal((await room.decided('node ok.js')).stage, 'contained');
  });

  it('keeps output apart, whole and in order', async () => {
    room.write('both.js', "for(let i=0;i<2000;i++){console.log('o'+i);console.error('e'+i)}process.exit(5)");
    const { stdout, stderr, code } = await room.contained('node both.js');
    assert.equal(code, 5);
    assert.equal(stdout, Array.from({ length: 2000 }, (_, i) => `o${i}\n`).join(''));
    assert.equal(stderr, Array.from({ length: 2000 }, (_, i) => `e${i}\n`).join(''));
    const decision = await room.decided('node both.js 2>&1');
    assert.equal(room.run(decision).stdout.split('\n').length, 4001);
  });

  it('does not report a refusal that a passing test prints by itself', async () => {
    room.write('says.js', "console.log('Permission denied, EACCES')");
    for (const line of ['node says.js', 'node says.js | cat']) {
      const { report, stderr } = await room.contained(line);
      assert.deepEqual([report?.stopped, report?.said, stderr], [[], '', ''], line);
      assert.equal((await room.decided(line)).stage, 'contained');
    }
  });

  it('does not report a network that a passing test looked for, unless its exit code may be of another command', async () => {
    room.write('try.js', "require('net').connect(80,'192.0.2.1').on('error',()=>{})");
    const { report, stderr } = await room.contained('node try.js');
    assert.deepEqual([report?.stopped, stderr], [[], '']);
    const masked = await room.contained('node try.js | cat');
    assert.deepEqual(masked.report?.stopped, ['the network']);
  });

  it('reports a refused write behind a pipe', async () => {
    room.write('package.json', '{}');
    room.write('writes.js', "require('fs').writeFileSync('package.json','x')");
    const { report, code } = await room.contained('node writes.js 2>&1 | cat');
    assert.equal(code, 0);
    assert.match(report?.said ?? '', /EROFS/);
  });

  it('gives tools caches that can be written', async () => {
    const cache = join(room.home, '.cache', 'go-build');
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'mine'), 'kept');
    room.write(
      'cache.js',
      "require('fs').writeFileSync(process.env.HOME+'/.cache/go-build/made','x');console.log('made')",
    );
    // `mkdir` first: the run's own cache is empty.
    const { stdout } = await room.contained('mkdir -p ~/.cache/go-build && node cache.js');
    assert.equal(stdout, 'made\n');
    assert.deepEqual(readdirSync(cache), ['mine']);
  });

  it('leaves no folder behind in the workspace', async () => {
    await room.contained('node ok.js');
    const names = readdirSync(room.workspace).filter((name) => name.startsWith('.'));
    assert.deepEqual(names, []);
  });

  it('keeps any line whole', async () => {
    const { stdout } = await room.contained(
      `node -e 'console.log(process.argv.slice(1))' -- "a  b" 'c"d' $'e\\nf' 'ü€' ''`,
    );
    assert.equal(stdout, "[ 'a  b', 'c\"d', 'e\\nf', 'ü€', '' ]\n");
  });
});
