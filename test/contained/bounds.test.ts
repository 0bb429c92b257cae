import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunBounds } from '../../src/sandbox/runBounds';
import { ContainedRoom } from './containedRoom';

const MEGABYTE = 1_048_576;
/** Far below what each test takes. */
const LITTLE_MEMORY = 400 * 1024;

describe('the bounds of a contained run', () => {
  let room: ContainedRoom;
  let runs = 0;

  before(async () => {
    room = new ContainedRoom();
    await room.open();
    await room.tried();
  });
  after(() => {
    room.close();
  });

  const at = (path: string): string => join(room.workspace, path);

  function python(
    bounds: Partial<RunBounds>,
    lines: readonly string[],
  ): Promise<Awaited<ReturnType<ContainedRoom['contained']>>> {
    room.bounds = bounds;
    room.write(
      'run.py',
      ['import mmap,os,signal,subprocess,sys,time', ...lines, 'print("ENDED",flush=True)'].join('\n'),
    );
    return room.contained(`python3 run.py ${(runs += 1)}`);
  }

  async function stops(bound: string, bounds: Partial<RunBounds>, lines: readonly string[]): Promise<void> {
    const { code, stdout, stderr, report } = await python(bounds, lines);
    assert.doesNotMatch(stdout, /ENDED/);
    assert.deepEqual([code, report?.exitCode, report?.stopped], [137, 137, [bound]]);
    assert.ok(stderr.includes(bound), stderr);
    assert.equal((await room.decided(`python3 run.py ${runs}`)).stage, 'classifier');
  }

  describe('memory', () => {
    const memory = { memory: LITTLE_MEMORY };
    const rest = 'time.sleep(15)';

    it('ends one large process', () => stops('its bound of memory', memory, ['a=b"x"*(800<<20)', rest]));

    it('ends many processes that are small each', () =>
      stops('its bound of memory', memory, [
        'for _ in range(20):',
        '  if os.fork()==0: a=b"x"*(40<<20); time.sleep(15); os._exit(0)',
        rest,
      ]));

    it('ends processes that have left their parents, and hide from a debugger', () =>
      stops('its bound of memory', memory, [
        'import ctypes',
        'for _ in range(20):',
        '  if os.fork()==0:',
        '    os.setsid(); ctypes.CDLL(None).prctl(4,0,0,0,0)',
        '    if os.fork()!=0: os._exit(0)',
        '    a=b"x"*(40<<20); time.sleep(15); os._exit(0)',
        rest,
      ]));

    it('ends files in memory that no process maps', () =>
      stops('its bound of memory', memory, [
        'f=os.memfd_create("x")',
        'for _ in range(100): os.write(f,b"x"*(8<<20))',
        rest,
      ]));

    it('ends files of /tmp', () =>
      stops('its bound of memory', memory, [
        'f=open("/tmp/x","wb")',
        'for _ in range(100): f.write(b"x"*(8<<20))',
        'f.flush()',
        rest,
      ]));

    it('ends tables of pages that hold nothing', () =>
      stops('its bound of memory', memory, [
        'for _ in range(10):',
        '  a=mmap.mmap(-1,50<<30,mmap.MAP_PRIVATE|mmap.MAP_ANONYMOUS|0x4000,mmap.PROT_READ)',
        '  a.madvise(15)',
        '  for i in range(0,50<<30,2<<20): a[i]',
        '  globals()["k%d"%_]=a',
        rest,
      ]));

    it('counts once what processes share', async () => {
      const { code, stdout, stderr } = await python(memory, [
        'a=b"x"*(200<<20)',
        'children=[]',
        'for _ in range(6):',
        '  pid=os.fork()',
        '  if pid==0: time.sleep(4); os._exit(0)',
        '  children.append(pid)',
        'for pid in children: os.waitpid(pid,0)',
      ]);
      assert.deepEqual([code, stdout, stderr], [0, 'ENDED\n', '']);
    });

    it('takes memory that is only reserved', async () => {
      const { code, stdout } = await python(memory, [
        'a=mmap.mmap(-1,1<<44,mmap.MAP_PRIVATE|mmap.MAP_ANONYMOUS|0x4000,mmap.PROT_READ|mmap.PROT_WRITE)',
        'time.sleep(2)',
      ]);
      assert.deepEqual([code, stdout], [0, 'ENDED\n']);
    });
  });

  describe('processes', () => {
    it('ends more than it may have', () =>
      stops('its bound of processes', { processes: 300 }, [
        'for _ in range(400):',
        '  if os.fork()==0: time.sleep(15); os._exit(0)',
        'time.sleep(15)',
      ]));

    it('ends threads too', () =>
      stops('its bound of processes', { processes: 300 }, [
        'import threading',
        'for _ in range(400): threading.Thread(target=time.sleep,args=(15,)).start()',
        'time.sleep(15)',
      ]));

    it('ends a fork bomb', () =>
      stops('its bound of processes', { processes: 300 }, [
        // Enough however slow the machine is, and no more should nobody end them.
        'for _ in range(12):',
        '  try: os.fork()',
        '  except OSError: pass',
        '  time.sleep(1)',
        'time.sleep(60)',
        'os._exit(0)',
      ]));
  });

  describe('the disk', () => {
    const free = (): number => {
      const { bavail, bsize } = statfsSync(room.workspace);
      return (bavail * bsize) / 1024;
    };

    it('ends a run that leaves too little', async () => {
      await stops('its bound of disk space', { disk: Math.floor(free() - 200 * 1024) }, [
        'for i in range(100):',
        '  open("fill%d"%i,"wb").write(b"x"*(10<<20)); time.sleep(0.1)',
      ]);
      assert.ok(readdirSync(room.workspace).filter((name) => name.startsWith('fill')).length < 95);
    });

    it('ends a run that makes too many files', async function () {
      const left = statfsSync(room.workspace).ffree;
      // This file system counts none.
      if (left === 0) this.skip();
      await stops('its bound of disk space', { files: left - 5_000 }, [
        'os.mkdir("many")',
        'for i in range(10000):',
        '  open("many/%d"%i,"w").close()',
        'time.sleep(15)',
      ]);
    });

    it('ends a run that fills what is mounted in the workspace', async function () {
      // Only root mounts.
      if (process.getuid?.() !== 0) this.skip();
      mkdirSync(at('volume with space'), { recursive: true });
      const mounted = execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', at('volume with space')]);
      assert.equal(mounted.length, 0);
      try {
        await stops('its bound of disk space', {}, [
          'f=open("volume with space/x","wb")',
          'for _ in range(60): f.write(b"x"*(1<<20)); f.flush()',
          'time.sleep(15)',
        ]);
      } finally {
        execFileSync('umount', ['-l', at('volume with space')]);
      }
    });

    it('lets no file grow beyond its bound', async () => {
      const { code } = await python({ file: 10_240 }, [
        'f=open("large","wb")',
        'for _ in range(50): f.write(b"x"*(1<<20))',
      ]);
      assert.notEqual(code, 0);
      assert.ok(statSync(at('large')).size <= 10 * MEGABYTE);
    });

    it('empties a kept cache that is too large, and keeps one that is not', async () => {
      const cache = room.containedHome.cacheOf([room.workspace]);
      const fill = [
        'os.makedirs(os.environ["HOME"]+"/.cache/deep/er",exist_ok=True)',
        'c=os.environ["HOME"]+"/.cache/deep"',
      ];
      await python({ cache: 2_000 }, [...fill, 'open(c+"/er/x","wb").write(b"x"*(1<<20))']);
      await pause(1_500);
      assert.equal(existsSync(join(cache, 'deep/er/x')), true);
      await python({ cache: 2_000 }, [
        ...fill,
        'open(c+"/y","wb").write(b"x"*(4<<20));os.chmod(c+"/er",0);os.chmod(c,0)',
      ]);
      await until(() => existsSync(cache) && readdirSync(cache).length === 0 && !existsSync(`${cache}.old`));
      const { stdout } = await python({ cache: 2_000 }, [...fill, 'print(os.listdir(c))']);
      assert.equal(stdout, "['er']\nENDED\n");
    });
  });

  describe('time', () => {
    it('ends a run that stopped the watch inside', () =>
      stops('its bound of time', { seconds: 2 }, [
        'for pid in os.listdir("/proc"):',
        '  try:',
        '    if pid.isdigit() and open("/proc/%s/comm"%pid).read()=="timeout\\n": os.kill(int(pid),signal.SIGSTOP)',
        '  except OSError: pass',
        'for one in range(1,65):',
        '  try: signal.signal(one,signal.SIG_IGN)',
        '  except (OSError,ValueError): pass',
        'os.setsid() if os.fork()==0 else None',
        'time.sleep(40)',
      ]));

    it('says so where the run ends itself when it is asked', async () => {
      const { code, report } = await python({ seconds: 2 }, ['time.sleep(40)']);
      assert.deepEqual([code, report?.stopped], [124, ['its bound of time']]);
    });
  });

  it('cannot be changed by the environment of the agent', async () => {
    room.write('run.py', 'import time\na=b"x"*(800<<20)\ntime.sleep(15)');
    room.bounds = { memory: LITTLE_MEMORY };
    const decision = await room.decided('python3 run.py environment');
    const { code, stderr } = room.run(decision, room.workspace, {
      ...{
        bounds: '999999999',
        memory: '999999999',
        first: '1',
        running: '1',
        bound: '',
        near: '',
        seconds: '1',
        pause: '1',
      },
    });
    assert.deepEqual([code, stderr.includes('its bound of memory')], [137, true]);
  });

  it('keep output out of memory, however much there is', async () => {
    room.bounds = {};
    room.write(
      'flood.py',
      'import os\nfor _ in range(200): os.write(1,b"y\\n"*(1<<19))\nfor _ in range(50): os.write(2,b"y"*(1<<20))',
    );
    const { rewritten = '', id } = await room.decided('python3 flood.py');
    const call = spawn('/bin/bash', ['-c', `exec ${rewritten}`], {
      cwd: room.workspace,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: room.home },
    });
    let bytes = 0;
    let most = 0;
    let code: number | null | undefined;
    for (const stream of [call.stdout, call.stderr])
      stream.on('data', (data: Buffer) => {
        bytes += data.length;
      });
    call.on('close', (status) => {
      code = status;
    });
    for (let waited = 0; waited < 600 && code === undefined; waited += 1) {
      most = Math.max(most, ...outside(call.pid ?? 0));
      await pause(50);
    }
    room.containment.callEnded(id);
    assert.deepEqual([code, bytes, room.reports.get(id)?.exitCode], [0, 250 * MEGABYTE, 0]);
    assert.ok(most > 0 && most < 30 * 1024, `${most} kB`);
  });

  it('leave signals as they were', async () => {
    const { stdout } = await python({}, [
      'print([one for one in (signal.SIGINT,signal.SIGQUIT,signal.SIGTERM,signal.SIGHUP) if signal.getsignal(one)==signal.SIG_IGN])',
    ]);
    assert.equal(stdout, '[]\nENDED\n');
  });

  it('watch with little of the machine', async () => {
    mkdirSync(at('idle'), { recursive: true });
    room.bounds = {};
    room.write(
      'idle.py',
      'import os,time\nfor _ in range(200):\n  if os.fork()==0: time.sleep(12); os._exit(0)\ntime.sleep(12)',
    );
    const { rewritten = '' } = await room.decided('python3 idle.py');
    const call = spawn('/bin/bash', ['-c', `exec ${rewritten}`], {
      cwd: room.workspace,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], HOME: room.home },
    });
    await pause(1_500);
    const before = hundredths(call.pid ?? 0);
    await pause(8_000);
    const taken = hundredths(call.pid ?? 0) - before;
    call.kill('SIGKILL');
    assert.ok(taken < 80, `${taken / 8} % of a core`);
  });
});

/** Of this process and the children that it waited for. */
function hundredths(pid: number): number {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
  return fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
}

/** Kilobytes of memory of each program that belongs to the call and runs outside of the sandbox. */
function outside(call: number): readonly number[] {
  const known = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const field = (what: string): number => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return [
        { pid: Number(name), parent: field('PPid'), memory: field('VmHWM'), inside: /^NSpid:.*\t\d+\t/m.test(status) },
      ];
    } catch {
      return [];
    }
  });
  const belongs = new Set([call]);
  for (const { pid, parent } of [...known].sort((one, other) => one.pid - other.pid))
    if (belongs.has(parent)) belongs.add(pid);
  return known.filter(({ pid, inside }) => belongs.has(pid) && !inside).map(({ memory }) => memory);
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; waited < 200 && !condition(); waited += 1) await pause(50);
  assert.ok(condition());
}
