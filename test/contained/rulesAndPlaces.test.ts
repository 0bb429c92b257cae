import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unfitFolder } from '../../src/sandbox/fitFolder';
import { entries, permissions } from '../unit/engine/fakeGate';
import { ContainedRoom } from './containedRoom';

describe("a user's rules hold for contained runs", () => {
  const rooms: ContainedRoom[] = [];
  after(() => {
    for (const room of rooms) room.close();
  });

  async function roomWith(deny: readonly string[], ask: readonly string[] = []): Promise<ContainedRoom> {
    const room = new ContainedRoom({ permissions: permissions({ deny: entries(deny), ask: entries(ask) }) });
    rooms.push(room);
    await room.open();
    await room.tried();
    room.write('secret/a.txt', 'PRIVATE-1');
    room.write('src/generated/a.ts', 'old');
    room.write('plain.txt', 'old');
    room.write(
      'attack.js',
      [
        "const fs=require('fs');",
        "for(const f of ['secret/a.txt'])try{console.log(fs.readFileSync(f,'utf8'))}catch(e){console.log(e.code)}",
        "for(const f of ['src/generated/a.ts','src/generated/b.ts','plain.txt','src/new.sql'])try{fs.writeFileSync(f,'new')}catch(e){console.log(e.code)}",
      ].join('\n'),
    );
    return room;
  }

  for (const form of ['Read(secret/**)', 'Read(./secret/**)', 'Read(a.txt)', 'Read(secret/)', 'Grep(secret/**)']) {
    it(`nothing is read against ${form}`, async () => {
      const room = await roomWith([form]);
      assert.doesNotMatch((await room.contained('node attack.js')).stdout, /PRIVATE/);
    });
  }

  for (const form of ['Edit(src/generated/**)', 'Write(src/generated/*.ts)', 'Edit(**/generated/*)']) {
    it(`nothing is changed or made against ${form}`, async () => {
      const room = await roomWith([], [form]);
      await room.contained('node attack.js');
      assert.equal(readFileSync(join(room.workspace, 'src/generated/a.ts'), 'utf8'), 'old');
      assert.equal(existsSync(join(room.workspace, 'src/generated/b.ts')), false);
      assert.equal(readFileSync(join(room.workspace, 'plain.txt'), 'utf8'), 'new');
    });
  }

  it('nothing is made against a pattern that no file has yet', async () => {
    const room = await roomWith(['Edit(*.sql)']);
    await room.contained('node attack.js');
    assert.equal(existsSync(join(room.workspace, 'src/new.sql')), false);
  });

  it('a rule about all files leaves nothing to run contained', async () => {
    for (const form of ['Edit', 'Write']) {
      const room = await roomWith([form]);
      assert.notEqual((await room.decided('node attack.js')).stage, 'contained', form);
    }
  });

  it('a workspace that is given by a link has them too', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'am-linked-')));
    mkdirSync(join(home, 'real'));
    symlinkSync(join(home, 'real'), join(home, 'link'));
    const room = new ContainedRoom(
      { permissions: permissions({ deny: entries(['Read(secret/**)', 'Edit(src/*.ts)']) }) },
      { home, workspace: join(home, 'link') },
    );
    rooms.push(room);
    await room.open();
    await room.tried();
    room.write('secret/a.txt', 'PRIVATE-1');
    room.write('src/a.ts', 'old');
    room.write(
      'attack.js',
      "const fs=require('fs');for(const f of ['src/a.ts','src/b.ts'])try{fs.writeFileSync(f,'new')}catch{};console.log(fs.readFileSync('secret/a.txt','utf8'))",
    );
    const { stdout } = await room.contained('node attack.js');
    assert.doesNotMatch(stdout, /PRIVATE/);
    assert.equal(readFileSync(join(home, 'real/src/a.ts'), 'utf8'), 'old');
    assert.equal(existsSync(join(home, 'real/src/b.ts')), false);
  });

  it('a socket in a read-only folder is not reached', async () => {
    const room = await roomWith([]);
    room.write('.git/HEAD', 'ref: refs/heads/main\n');
    const server = createServer((socket) => socket.end('REACHED'));
    await new Promise<void>((resolve) => server.listen(join(room.workspace, '.git/daemon.ipc'), resolve));
    try {
      room.write(
        'attack.js',
        "const s=require('net').connect('.git/daemon.ipc');s.on('data',d=>console.log(String(d)));s.on('error',e=>console.log(e.code))",
      );
      assert.doesNotMatch((await room.contained('node attack.js')).stdout, /REACHED/);
    } finally {
      server.close();
    }
  });

  it('runs nothing contained in a home', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'am-home-')));
    writeFileSync(join(home, 'ok.js'), '1');
    const room = new ContainedRoom({}, { home, workspace: home });
    rooms.push(room);
    await room.open();
    await room.tried();
    assert.notEqual((await room.decided('node ok.js')).stage, 'contained');
    rmSync(join(home, 'ok.js'));
  });
});

describe('folders that are no project', () => {
  const unfit = [
    '/',
    '/home',
    '/home/u',
    '/etc/nginx',
    '/tmp',
    '/home/u/.config/x',
    '/home/u/.auto-mode',
    '/proc/1',
    '/dev/shm',
  ];
  const fit = [
    '/home/u/project',
    '/workspaces/app',
    '/app',
    '/opt/app',
    '/tmp/x',
    '/dev/shm/x',
    '/srv/site',
    '/home/u2/project',
  ];
  for (const folder of unfit) {
    it(`${folder} is one`, () => {
      assert.notEqual(unfitFolder(folder, '/home/u', '/home/u/.auto-mode'), undefined);
    });
  }
  for (const folder of fit) {
    it(`${folder} is a project`, () => {
      assert.equal(unfitFolder(folder, '/home/u', '/home/u/.auto-mode'), undefined);
    });
  }
});
