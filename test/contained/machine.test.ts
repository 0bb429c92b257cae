import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ContainedRoom } from './containedRoom';

describe('the machine around a contained run', () => {
  let room: ContainedRoom;

  before(async () => {
    room = new ContainedRoom();
    await room.open();
    await room.tried();
  });
  after(() => {
    room.close();
  });

  async function python(lines: readonly string[]): Promise<string> {
    room.write('attack.py', lines.join('\n'));
    const { stdout, stderr } = await room.contained(`python3 attack.py ${Math.random()}`);
    return stdout + stderr;
  }

  it('gives no setting of the kernel to write, even to root', async () => {
    // Only asked: a write that came through would change this machine.
    const said = await python([
      'import os',
      'for folder,_,names in os.walk("/proc/sys"):',
      '  for p in [folder+"/"+n for n in names]:',
      '    if os.access(p,os.W_OK): print("WRITABLE",p)',
      'for p in ["/proc/sysrq-trigger","/proc/self/oom_score_adj","/proc/mtrr","/sys/devices/system/cpu/cpu0/online"]:',
      '  if os.access(p,os.W_OK): print("WRITABLE",p)',
      'print("asked",os.access("/proc/self/status",os.R_OK))',
    ]);
    assert.match(said, /asked True/);
    assert.doesNotMatch(said, /WRITABLE/);
  });

  it('gains no rights by a setuid program, a capability or a mount', async () => {
    const said = await python([
      'import ctypes,re',
      'status=open("/proc/self/status").read()',
      'print(re.findall(r"(?:NoNewPrivs|CapEff|CapBnd|Seccomp):\\s*(\\S+)",status))',
      'libc=ctypes.CDLL(None,use_errno=True)',
      'print("MOUNTED" if libc.mount(b"none",b"/tmp",b"tmpfs",0,None)==0 else ctypes.get_errno())',
      'print("UNMOUNTED" if libc.umount2(b"/tmp",2)==0 else ctypes.get_errno())',
      'print("CHROOTED" if libc.chroot(b"/tmp")==0 else ctypes.get_errno())',
    ]);
    assert.match(said, /\['0000000000000000', '0000000000000000', '1', '2'\]/);
    assert.doesNotMatch(said, /MOUNTED|CHROOTED/);
  });

  it('shares neither memory nor abstract sockets', async () => {
    const made = spawnSync('ipcmk', ['-M', '64'], { encoding: 'utf8' }).stdout;
    const id = /\d+/.exec(made)?.[0] ?? '';
    const server = createServer((socket) => socket.end('REACHED'));
    await new Promise<void>((resolve) => server.listen('\0auto-mode-test', resolve));
    try {
      const said = await python([
        'import socket',
        'print(open("/proc/sysvipc/shm").read().count("\\n"))',
        's=socket.socket(socket.AF_UNIX)',
        'try: s.connect("\\0auto-mode-test"); print(s.recv(20))',
        'except OSError as e: print(e.errno)',
      ]);
      assert.match(said, /^1\n/);
      assert.doesNotMatch(said, /REACHED/);
    } finally {
      server.close();
      if (id !== '') spawnSync('ipcrm', ['-m', id]);
    }
  });

  it('pushes nothing into the terminal that the agent runs in', async () => {
    room.write(
      'attack.py',
      [
        'import fcntl,os',
        'for path in ("/dev/tty","/dev/console","/dev/tty0")+tuple("/proc/%s/fd/%s"%(p,f) for p in os.listdir("/proc") if p.isdigit() for f in (0,1,2)):',
        '  try: fcntl.ioctl(os.open(path,os.O_RDWR|os.O_NOCTTY|os.O_NONBLOCK),0x5412,b"x"); print("PUSHED",path)',
        '  except OSError as e: pass',
        'print("tried",os.isatty(0),os.isatty(1))',
      ].join('\n'),
    );
    const { rewritten = '' } = await room.decided('python3 attack.py');
    const { stdout } = spawnSync('script', ['-qec', rewritten, '/dev/null'], {
      cwd: room.workspace,
      env: { PATH: process.env['PATH'], HOME: room.home },
      encoding: 'utf8',
    });
    assert.match(stdout, /tried False False/);
    assert.doesNotMatch(stdout, /PUSHED/);
  });

  it('obeys nothing in the environment of the agent', async () => {
    const evil = join(room.home, 'evil.sh');
    writeFileSync(evil, `touch '${room.home}/OBEYED'\n`);
    room.write('ok.js', "console.log('ran')");
    const decision = await room.decided('node ok.js');
    const { stdout, code } = room.run({ ...decision, rewritten: `exec ${decision.rewritten ?? ''}` }, room.workspace, {
      ...{ ENV: evil, PS4: `$(touch '${room.home}/OBEYED')`, IFS: '/', CDPATH: '/', GLOBIGNORE: '*' },
      ...{ home: '/', used: '/', line: 'touch OBEYED', shell: '/bin/false', known: '/', BASH_ENV: '/dev/null' },
      ...{
        'BASH_FUNC_mv%%': `() { touch '${room.home}/OBEYED'; }`,
        'BASH_FUNC_find%%': '() { :; }',
        GREP_OPTIONS: '-v',
      },
    });
    assert.equal(code, 0);
    assert.equal(stdout, 'ran\n');
    assert.equal(existsSync(join(room.home, 'OBEYED')), false);
  });

  it('one ticket runs once, however many come with it at once', async () => {
    room.write('count.js', "require('fs').appendFileSync('count.txt','x')");
    const { rewritten = '' } = await room.decided('node count.js');
    await Promise.all(
      Array.from(
        { length: 6 },
        () =>
          new Promise((resolve) =>
            spawn('/bin/bash', ['-c', rewritten], {
              cwd: room.workspace,
              stdio: 'ignore',
              env: { PATH: process.env['PATH'], HOME: room.home },
            }).on('close', resolve),
          ),
      ),
    );
    assert.equal(readFileSync(join(room.workspace, 'count.txt'), 'utf8'), 'x');
  });

  it('cannot lead the mounts of the next run elsewhere by a link in the kept cache', async () => {
    room.write(
      'cache.js',
      "const fs=require('fs');const c=process.env.HOME+'/.cache';try{fs.rmSync(c+'/pip',{recursive:true,force:true})}catch{};try{fs.symlinkSync('/oldroot'+process.env.HOME+'/led',c+'/pip');console.log('LINKED')}catch(e){console.log(e.code)}",
    );
    await room.contained('node cache.js');
    mkdirSync(join(room.home, '.cache/pip'), { recursive: true });
    const { rewritten = '' } = await room.decided('node cache.js again');
    const { status } = spawnSync('/bin/bash', ['-c', rewritten], {
      cwd: room.workspace,
      env: { PATH: process.env['PATH'], HOME: room.home },
    });
    assert.equal(status, 0);
    assert.equal(existsSync(join(room.home, 'led')), false);
    assert.ok(!readdirSync(room.home).includes('led'));
  });

  it('a forged count of the network runs nothing outside', async () => {
    room.write(
      'forge.js',
      [
        "const fs=require('fs');",
        "const text='Ip: OutNoRoutes\\nIp: a[$(touch${IFS}OBEYED)]\\nTcp: AttemptFails\\nTcp: 08\\nUdp: NoPorts\\nUdp: 99999999999999999999999\\n';",
        "for(const p of fs.readdirSync('/proc').filter(n=>/^\\d+$/.test(n)))try{if(fs.readlinkSync('/proc/'+p+'/fd/7').endsWith('counts')){fs.writeFileSync('/proc/'+p+'/fd/7',text);console.log('FORGED')}}catch{}",
      ].join('\n'),
    );
    const { stdout, stderr, code, report } = await room.contained('node forge.js');
    assert.equal(stderr, '');
    assert.equal(stdout, 'FORGED\n');
    assert.equal(existsSync(join(room.workspace, 'OBEYED')), false);
    assert.equal(code, 0);
    assert.equal(report?.exitCode, 0);
  });

  it('starts nothing where a folder with what is protected was replaced by a link', async () => {
    room.write('p/package.json', '{}');
    const decision = await room.decided('python3 -c "print(1)"');
    assert.equal(decision.stage, 'contained');
    renameSync(join(room.workspace, 'p'), join(room.workspace, 'q'));
    symlinkSync('q', join(room.workspace, 'p'));
    assert.equal(room.run(decision).code, 126);
  });
});
