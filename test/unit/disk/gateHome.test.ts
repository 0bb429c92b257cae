import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBridge, type Bridge, type BridgeOptions } from '../../../src/bridge/bridge';
import { gateHome, GateHomeError, prepareGateHome, requireOwn, type GateHome } from '../../../src/disk/gateHome';
import { Token } from '../../../src/bridge/protocol/token';
import { OpenWindows } from '../../../src/bridge/windows/openWindows';
import { newWindowName, windowAddress } from '../../../src/bridge/windows/windowSocket';

describe('the gate’s folder', () => {
  let home: string;
  let gate: GateHome;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'auto-mode-home-'));
    gate = gateHome(home);
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });
  const mode = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

  it('is made for this user alone, and made so again', () => {
    prepareGateHome(gate);
    assert.deepEqual([mode(gate.directory), mode(gate.run)], ['700', '700']);
    chmodSync(gate.directory, 0o777);
    chmodSync(gate.run, 0o755);
    prepareGateHome(gate);
    assert.deepEqual([mode(gate.directory), mode(gate.run)], ['700', '700']);
  });

  it('is not used through a link or in a file’s place', () => {
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), gate.directory);
    assert.throws(() => {
      prepareGateHome(gate);
    }, GateHomeError);
    assert.equal(existsSync(join(home, 'elsewhere', 'token')), false);
    rmSync(gate.directory);
    writeFileSync(gate.directory, '');
    assert.throws(() => {
      prepareGateHome(gate);
    }, /Move away what is in its place/);
  });

  const isRoot = process.getuid?.() === 0;

  it('is not used where it belongs to somebody else', () => {
    if (!isRoot) {
      // Only root can give a folder away; the root folder is somebody else's to everybody else.
      assert.throws(() => {
        requireOwn('/', lstatSync('/'));
      }, /belongs to another user/);
      return;
    }
    for (const directory of [gate.run, gate.directory]) {
      prepareGateHome(gate);
      chownSync(directory, 12345, 12345);
      assert.throws(() => {
        prepareGateHome(gate);
      }, /belongs to another user/);
      chownSync(directory, 0, 0);
    }
  });

  describe('the token', () => {
    beforeEach(() => {
      prepareGateHome(gate);
    });
    const secret = (): string => /: ([0-9a-f]{64})\n$/.exec(readFileSync(gate.token, 'utf8'))?.[1] ?? assert.fail();

    it('is random, kept, and for this user alone', () => {
      const token = Token.open(gate);
      const first = secret();
      assert.equal(mode(gate.token), '600');
      assert.ok(token.accepts(first));
      assert.ok(Token.open(gate).accepts(first));
      rmSync(gate.token);
      Token.open(gate);
      assert.notEqual(secret(), first);
    });

    it('accepts nothing else', () => {
      const token = Token.open(gate);
      for (const shown of [undefined, '', '0'.repeat(64), secret().slice(1), `${secret()} `, secret().toUpperCase()]) {
        assert.equal(token.accepts(shown), false, shown);
      }
    });

    const untrusted: readonly (readonly [what: string, make: () => void])[] = [
      [
        'it has a second name',
        () => {
          linkSync(gate.token, `${gate.token}.second`);
        },
      ],
      [
        'others may read it',
        () => {
          chmodSync(gate.token, 0o644);
        },
      ],
      [
        'it is a link',
        () => {
          renameSync(gate.token, join(home, 'token'));
          symlinkSync(join(home, 'token'), gate.token);
        },
      ],
      [
        'it is a pipe that nobody writes to',
        () => {
          rmSync(gate.token);
          execFileSync('mkfifo', ['-m', '600', gate.token]);
        },
      ],
      [
        'it is empty',
        () => {
          writeFileSync(gate.token, '');
        },
      ],
      [
        'it is short',
        () => {
          writeFileSync(gate.token, 'x-auto-mode-token: 00\n');
        },
      ],
      [
        'it has a second line',
        () => {
          writeFileSync(gate.token, `${readFileSync(gate.token, 'utf8')}evil: 1\n`);
        },
      ],
    ];
    for (const [what, make] of untrusted) {
      it(`is replaced where ${what}`, () => {
        Token.open(gate);
        const old = secret();
        make();
        const token = Token.open(gate);
        assert.notEqual(secret(), old);
        assert.equal(mode(gate.token), '600');
        assert.ok(lstatSync(gate.token).isFile());
        assert.ok(token.accepts(secret()));
        assert.equal(token.accepts(old), false);
      });
    }

    it('that another window replaced counts in this one too', () => {
      const token = Token.open(gate);
      const old = secret();
      rmSync(gate.token);
      Token.open(gate);
      assert.ok(token.accepts(secret()));
      assert.equal(token.accepts(old), false);
    });
  });

  describe('sockets', () => {
    const servers: Server[] = [];
    beforeEach(() => {
      prepareGateHome(gate);
    });
    afterEach(() => {
      for (const server of servers.splice(0)) server.close();
    });

    async function listen(path: string): Promise<Server> {
      const server = createServer();
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(path, resolve));
      return server;
    }

    /** A socket on which nobody listens, as a crash leaves it. */
    async function leaveBehind(path: string): Promise<void> {
      const server = await listen(`${path}.moved`);
      renameSync(`${path}.moved`, path);
      server.close();
    }

    it('have an address for each platform', () => {
      assert.match(newWindowName(42), /^42-[0-9a-f]{8}$/);
      assert.notEqual(newWindowName(42), newWindowName(42));
      assert.equal(windowAddress(gate, 'linux', '42-00000000'), join(gate.run, '42-00000000.sock'));
      assert.equal(windowAddress(gate, 'win32', '42-00000000'), '\\\\.\\pipe\\auto-mode-42-00000000');
      const long = gateHome(`/home/${'x'.repeat(90)}`);
      assert.throws(() => windowAddress(long, 'linux', '42-00000000'), /Use a shorter home folder/);
    });

    it('of windows that are gone are removed, and nothing else', async () => {
      const path = (name: string): string => join(gate.run, name);
      const old = new Date(Date.now() - 10 * 60_000);
      await leaveBehind(path('1-00000000.sock'));
      await leaveBehind(path(`${process.pid}-00000000.sock`));
      await leaveBehind(path('2-00000000.sock'));
      await listen(path('1-11111111.sock'));
      await leaveBehind(path('other.sock'));
      writeFileSync(path('1-22222222.sock'), 'no socket');
      for (const name of ['1-00000000.json', '1-11111111.json', '1-33333333.json.0a0b'])
        writeFileSync(path(name), '{}');
      for (const name of readdirSync(gate.run)) if (!name.startsWith('2-')) lutimesSync(path(name), old, old);
      await new OpenWindows(gate, 'linux', { now: () => Date.now(), monotonic: () => 0 }, () =>
        Promise.resolve(false),
      ).removeLeftovers();
      assert.deepEqual(readdirSync(gate.run).sort(), [
        '1-11111111.json',
        '1-11111111.sock',
        '1-22222222.sock',
        '2-00000000.sock',
        'other.sock',
      ]);
    });
  });

  describe('a bridge', () => {
    const bridges: Bridge[] = [];
    afterEach(async () => {
      await Promise.all(bridges.splice(0).map((bridge) => bridge.dispose()));
    });
    async function start(options: Partial<BridgeOptions> = {}): Promise<Bridge> {
      const bridge = await startBridge({
        home,
        folders: () => [],
        decide: () => Promise.reject(new Error('not asked here')),
        log: () => undefined,
        ...options,
      });
      bridges.push(bridge);
      return bridge;
    }
    const sockets = (): string[] => readdirSync(gate.run).filter((name) => name.endsWith('.sock'));

    it('brings the launcher and a socket, for this user alone, and takes its socket away', async () => {
      const bridge = await start();
      assert.equal(bridge.launcherPath, join(home, '.auto-mode', 'launcher'));
      assert.equal(mode(bridge.launcherPath), '700');
      const [socket] = sockets();
      assert.match(socket ?? '', new RegExp(`^${process.pid}-`));
      assert.equal(mode(join(gate.run, socket ?? '')), '600');
      const second = await start();
      assert.equal(sockets().length, 2);
      await bridge.dispose();
      assert.equal(sockets().length, 1);
      await second.dispose();
      assert.deepEqual(sockets(), []);
      assert.ok(existsSync(bridge.launcherPath), 'the launcher stays: hooks name it');
      bridges.length = 0;
    });

    it('never uses a socket of somebody else, takes it away, and says so', async () => {
      const problems: (string | undefined)[] = [];
      const bridge = await start({ problem: (message) => problems.push(message) });
      const path = join(gate.run, '7-00000000.sock');
      const foreign = createServer();
      await new Promise<void>((resolve) => foreign.listen(path, resolve));
      try {
        // Without root's rights it stays this user's own, and is a stranger because it is no window.
        if (isRoot) chownSync(path, 12345, 12345);
        await bridge.keep();
        assert.equal(existsSync(path), false);
        assert.ok(problems.filter(Boolean).join().includes(path), problems.join());
      } finally {
        foreign.close();
      }
    });

    it('writes a launcher that somebody changed anew, and leaves a right one alone', async () => {
      const { launcherPath } = await start();
      const script = readFileSync(launcherPath, 'utf8');
      const { ino } = statSync(launcherPath);
      await start();
      assert.equal(statSync(launcherPath).ino, ino);
      writeFileSync(launcherPath, '#!/bin/sh\nexit 0\n');
      await start();
      assert.equal(readFileSync(launcherPath, 'utf8'), script);
      chmodSync(launcherPath, 0o600);
      await start();
      assert.equal(mode(launcherPath), '700');
      rmSync(launcherPath);
      symlinkSync('/bin/true', launcherPath);
      await start();
      assert.equal(readFileSync(launcherPath, 'utf8'), script);
      assert.ok(lstatSync(launcherPath).isFile());
    });
  });
});
