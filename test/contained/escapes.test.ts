import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { ContainedRoom } from './containedRoom';

const SECRET = 'PRIVATE-7c1f';

describe('what a contained run cannot do', () => {
  let room: ContainedRoom;
  let bystander: ChildProcess;
  const servers: Server[] = [];
  let port = 0;

  before(async () => {
    room = new ContainedRoom();
    await room.open();
    await room.tried();
    const inHome = (path: string): string => join(room.home, path);
    for (const folder of ['.ssh', '.config/gh', '.claude', '.docker/run'])
      mkdirSync(inHome(folder), { recursive: true });
    for (const path of [
      '.ssh/id_ed25519',
      '.config/gh/hosts.yml',
      '.claude/.credentials.json',
      '.auto-mode/token',
      '.npmrc',
      '.netrc',
    ]) {
      writeFileSync(inHome(path), SECRET, { mode: 0o600 });
    }
    writeFileSync(inHome('.bashrc'), '# mine\n');
    writeFileSync(inHome('notes.txt'), SECRET);
    room.write('.env', SECRET);
    room.write('deploy/key.pem', SECRET);
    room.write('.git/HEAD', 'ref: refs/heads/main\n');
    room.write('.git/hooks/.keep', '');
    room.write('.git/objects/.keep', '');
    room.write('.git/refs/.keep', '');
    room.write('package.json', '{}');
    room.write('packages/a/package.json', '{}');
    room.write('bare/HEAD', 'ref: refs/heads/main\n');
    room.write('bare/objects/.keep', '');
    room.write('bare/refs/.keep', '');
    room.write('src/a.js', '1');
    linkSync(inHome('.bashrc'), join(room.workspace, 'second-name'));
    symlinkSync(inHome('.ssh'), join(room.workspace, 'keys'));
    bystander = spawn('/bin/sleep', ['300'], { stdio: 'ignore' });
    const tcp = createServer((socket) => socket.end('REACHED'));
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const address = tcp.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    servers.push(tcp);
    for (const path of [inHome('.docker/run/docker.sock'), join(room.workspace, 'ipc.sock')]) {
      const local = createServer((socket) => socket.end('REACHED'));
      await new Promise<void>((resolve) => local.listen(path, resolve));
      servers.push(local);
    }
  });

  after(() => {
    bystander.kill('SIGKILL');
    for (const server of servers) server.close();
    room.close();
  });

  /** @param code for node */
  async function ran(code: string): Promise<{ said: string; code: number | null }> {
    room.write('attack.js', code);
    const { stdout, stderr, code: exit } = await room.contained(`node attack.js ${Math.random()}`);
    return { said: stdout + stderr, code: exit };
  }

  const unread: readonly (readonly [string, string])[] = [
    ['a key of ssh', "'/.ssh/id_ed25519'"],
    ['a token of GitHub', "'/.config/gh/hosts.yml'"],
    ["an agent's credentials", "'/.claude/.credentials.json'"],
    ["the gate's token", "'/.auto-mode/token'"],
    ['a registry token', "'/.npmrc'"],
    ['a file of the home', "'/notes.txt'"],
    ['a secret of the workspace', "'/project/.env'"],
    ['a key of the workspace', "'/project/deploy/key.pem'"],
    ['a key through a link in the workspace', "'/project/keys/id_ed25519'"],
  ];
  for (const [what, path] of unread) {
    it(`reads no ${what}`, async () => {
      const { said } = await ran(
        `const fs=require('fs');for(const root of ['','/proc/1/root','/proc/self/root','/proc/1/cwd/../..'])try{console.log('got',fs.readFileSync(root+process.env.HOME+${path},'utf8'))}catch(e){console.log(e.code)}`,
      );
      assert.ok(!said.includes(SECRET), said);
    });
  }

  const unwritten: readonly (readonly [string, string, string])[] = [
    ['a hook of git', 'project/.git/hooks/pre-commit', ''],
    ['a hook of a bare repository', 'project/bare/hooks/pre-push', "fs.mkdirSync('bare/hooks',{recursive:true});"],
    ["the editor's settings", 'project/.vscode/settings.json', "fs.mkdirSync('.vscode',{recursive:true});"],
    ["an agent's settings", 'project/.claude/settings.json', "fs.mkdirSync('.claude',{recursive:true});"],
    ['settings in a folder below', 'project/packages/a/.npmrc', ''],
    ['a manifest that was not there', 'project/src/package.json', ''],
    ['a protected file under another spelling', 'project/src/PACKAGE.JSON', ''],
    ['a profile of the home', '.profile', ''],
    ['a file beside the workspace', 'beside.txt', ''],
    ['the ticket folder', '.auto-mode/contained/tickets/x', ''],
  ];
  for (const [what, path, first] of unwritten) {
    it(`makes no ${what}`, async () => {
      await ran(
        `const fs=require('fs');try{${first}fs.writeFileSync(process.env.HOME+'/${path}','#!/bin/sh')}catch(e){console.log(e.code);process.exitCode=1}`,
      );
      assert.equal(existsSync(join(room.home, path)), false);
    });
  }

  it('changes no manifest, and nothing through a second name', async () => {
    await ran(
      "const fs=require('fs');for(const f of ['package.json','packages/a/package.json','second-name'])for(const w of [()=>fs.writeFileSync(f,'x'),()=>{fs.unlinkSync(f);fs.writeFileSync(f,'x')},()=>{fs.writeFileSync(f+'.new','x');fs.renameSync(f+'.new',f)}])try{w()}catch(e){console.log(f,e.code)}",
    );
    assert.equal(readFileSync(join(room.workspace, 'package.json'), 'utf8'), '{}');
    assert.equal(readFileSync(join(room.workspace, 'packages/a/package.json'), 'utf8'), '{}');
    assert.equal(readFileSync(join(room.home, '.bashrc'), 'utf8'), '# mine\n');
  });

  it('reaches no server, by the internet or by a socket of the file system', async () => {
    const { said } = await ran(
      `const net=require('net');const to=[{host:'127.0.0.1',port:${port}},{host:'::1',port:${port}},{host:'1.1.1.1',port:80},{path:process.env.HOME+'/.docker/run/docker.sock'},{path:'ipc.sock'},{path:'/var/run/docker.sock'},{path:'/run/dbus/system_bus_socket'}];for(const o of to){const s=net.connect(o);s.on('data',d=>console.log('got',String(d)));s.on('error',e=>console.log(e.code));s.setTimeout(2000,()=>s.destroy())}`,
    );
    assert.ok(!said.includes('REACHED'), said);
  });

  it('signals no process outside, and sees none', async () => {
    const { said } = await ran(
      `const fs=require('fs');try{process.kill(${bystander.pid ?? 0},9);const c=fs.readFileSync('/proc/${bystander.pid ?? 0}/cmdline','utf8');console.log(c.includes('sleep')?'HIT':'other')}catch(e){console.log(e.code)}`,
    );
    assert.ok(!said.includes('HIT'), said);
    assert.equal(bystander.exitCode ?? bystander.signalCode, null);
  });

  it('leaves nothing running', async () => {
    const mark = `31${Date.now() % 100_000}.25`;
    await ran(`require('child_process').spawn('setsid',['sleep','${mark}'],{detached:true,stdio:'ignore'}).unref()`);
    const { stdout } = await room.contained('python3 -c "print(1)"');
    assert.equal(stdout, '1\n');
    const { execFileSync } = await import('node:child_process');
    assert.doesNotMatch(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }), new RegExp(`sleep ${mark}`));
  });

  it('sees no variable that may hold a secret', async () => {
    room.write('attack.js', 'console.log(JSON.stringify(process.env))');
    const decision = await room.decided('node attack.js variables');
    const { stdout } = room.run(decision, room.workspace, {
      AWS_SECRET_ACCESS_KEY: SECRET,
      NODE_OPTIONS: '--no-warnings',
      LANG: 'C',
    });
    assert.ok(!stdout.includes(SECRET));
    const inside = JSON.parse(stdout) as Record<string, string>;
    assert.equal(inside['LANG'], 'C');
    assert.equal(inside['NODE_OPTIONS'], undefined);
  });

  it('opens no user namespace, no odd socket, and no descriptor that the agent left open', async () => {
    room.write(
      'attack.py',
      [
        'import os,socket,fcntl,ctypes',
        'for family in (17,38,40):',
        '  try: socket.socket(family,socket.SOCK_RAW if family==17 else socket.SOCK_STREAM); print("OPENED",family)',
        '  except OSError as e: print(e.errno)',
        'libc=ctypes.CDLL(None,use_errno=True)',
        'print("UNSHARED" if libc.unshare(0x10000000)==0 else ctypes.get_errno())',
        'try: fcntl.ioctl(0,0x5412,b"x"); print("PUSHED")',
        'except OSError as e: print(e.errno)',
        'print(sorted(int(n) for n in os.listdir("/proc/self/fd")))',
      ].join('\n'),
    );
    const decision = await room.decided('python3 attack.py');
    const { rewritten = '' } = decision;
    const { stdout } = room.run({
      ...decision,
      rewritten: `exec 20<${join(room.home, '.ssh/id_ed25519')}; ${rewritten}`,
    });
    assert.doesNotMatch(stdout, /OPENED|UNSHARED|PUSHED/);
    assert.match(stdout, /\[0, 1, 2, 3\]/);
  });

  it('is said in one line where it fails for it', async () => {
    const { said, code } = await ran(
      "require('fs').writeFileSync(process.env.HOME+'/project/.git/hooks/pre-commit','x')",
    );
    assert.notEqual(code, 0);
    assert.match(said, /Auto Mode: this ran contained, and was stopped at a file \(.*EROFS/);
  });
});
