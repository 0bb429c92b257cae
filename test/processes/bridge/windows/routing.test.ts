import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Bridge } from '../../../../src/bridge/bridge';
import { BridgeRig, decided } from '../bridgeRig';

describe('which window decides', function () {
  this.timeout(300_000);
  let rig: BridgeRig;
  let session = 0;
  beforeEach(() => {
    rig = new BridgeRig();
    session += 1;
  });
  afterEach(() => rig.dispose());

  const anew = (): string => `session-${(session += 1)}`;

  it('the one that has the folder open', async () => {
    const [a, b] = [rig.folder('a'), rig.folder('b')];
    await rig.window('A', [a]);
    await rig.window('B', [b]);
    assert.equal(await rig.decider(a, anew()), 'A');
    assert.equal(await rig.decider(b, anew()), 'B');
    assert.equal(await rig.decider(join(a, 'src', 'yet to be made'), anew()), 'A');
    assert.equal(await rig.decider(rig.folder('c'), anew()), 'none');
    assert.deepEqual(rig.restraints, []);
  });

  it('of two the one whose folder is more specific, in whatever order they were opened', async () => {
    const [outer, inner] = [rig.folder('repo'), rig.folder('repo', 'packages', 'a')];
    for (const order of [
      ['outer', 'inner'],
      ['inner', 'outer'],
    ]) {
      const windows: Bridge[] = [];
      for (const name of order) windows.push(await rig.window(name, [name === 'outer' ? outer : inner]));
      assert.equal(await rig.decider(inner, anew()), 'inner');
      assert.equal(await rig.decider(join(inner, 'src'), anew()), 'inner');
      assert.equal(await rig.decider(outer, anew()), 'outer');
      assert.equal(await rig.decider(join(outer, 'packages'), anew()), 'outer');
      await Promise.all(windows.map((window) => window.dispose()));
    }
  });

  it('of two with the same folder the one that the user turned to last, and no other', async () => {
    const folder = rig.folder('a');
    const focused = { A: 1, B: 2 };
    const windows = [
      await rig.window('A', [folder], { focusedAt: () => focused.A }),
      await rig.window('B', [folder], { focusedAt: () => focused.B }),
    ];
    assert.equal(await rig.decider(folder, anew()), 'B');
    focused.A = 3;
    for (const window of windows) window.changed();
    assert.equal(await rig.decider(folder, anew()), 'A');
  });

  it('through links, by where the folder really lies', async () => {
    const [a, b] = [rig.folder('a'), rig.folder('b')];
    symlinkSync(a, join(rig.root, 'link'));
    await rig.window('A', [join(rig.root, 'link')]);
    await rig.window('B', [b]);
    assert.equal(await rig.decider(a, anew()), 'A');
    assert.equal(await rig.decider(join(rig.root, 'link'), anew()), 'A');
  });

  it('of a folder that is not there yet by where it will lie', async () => {
    const [a, b] = [rig.folder('a'), rig.folder('b')];
    symlinkSync(b, join(a, 'link'));
    symlinkSync(b, join(rig.root, 'link'));
    await rig.window('A', [a], { focusedAt: () => 9 });
    await rig.window('B', [b], { restrain: () => Promise.resolve(decided('block', 'B has a rule against it.')) });
    assert.equal(await rig.decider(join(rig.root, 'link', 'yet', 'to be made'), anew()), 'B');
    // By its name it is in A, and what it leads to is in B.
    assert.match((await rig.call(join(a, 'link', 'yet to be made'), anew())).stderr, /B has a rule against it/);
  });

  it('of a folder behind a link and .. by where the system leads', async () => {
    const [a, inner] = [rig.folder('a'), rig.folder('b', 'inner')];
    symlinkSync(inner, join(rig.root, 'link'));
    await rig.window('any', [a], { anyWindow: () => true });
    await rig.window('B', [join(rig.root, 'b')]);
    assert.equal(await rig.decider(`${rig.root}/link/../src`, anew()), 'B');
    assert.equal(await rig.decider(`${rig.root}/link/..`, anew()), 'B');
  });

  describe('never one that is off, in order to be looser', () => {
    it('than another that has the folder open', async () => {
      const [outer, inner] = [rig.folder('repo'), rig.folder('repo', 'inner')];
      await rig.window('on', [outer]);
      await rig.window('off', [inner], { isOn: () => false, outcome: () => 'defer', focusedAt: () => 9 });
      assert.equal(await rig.decider(inner, anew()), 'on');
    });

    it('but the only one that has it open is the user’s choice', async () => {
      const folder = rig.folder('a');
      await rig.window('off', [folder], { isOn: () => false, outcome: () => 'defer' });
      await rig.window('any', [rig.folder('b')], { anyWindow: () => true });
      assert.equal(await rig.decider(folder, anew()), 'off without an allow');
    });

    it('and one that is switched off later decides no new session', async () => {
      const folder = rig.folder('a');
      let isOn = true;
      const first = await rig.window('A', [folder], { isOn: () => isOn, focusedAt: () => 9 });
      await rig.window('B', [folder]);
      assert.equal(await rig.decider(folder, anew()), 'A');
      isOn = false;
      first.changed();
      assert.equal(await rig.decider(folder, anew()), 'B');
    });
  });

  describe('a folder that no window has open', () => {
    it('is decided by a window that may, the one that the user turned to last', async () => {
      const nowhere = rig.folder('nowhere');
      await rig.window('may not', [rig.folder('a')], { focusedAt: () => 9 });
      await rig.window('earlier', [], { anyWindow: () => true, focusedAt: () => 1 });
      await rig.window('later', [rig.folder('b')], { anyWindow: () => true, focusedAt: () => 2 });
      await rig.window('off', [], { anyWindow: () => true, isOn: () => false, focusedAt: () => 9 });
      assert.equal(await rig.decider(nowhere, anew()), 'later from outside');
    });

    it('is no workspace of that window, nor is one that its session goes to later', async () => {
      const [a, nowhere] = [rig.folder('a'), rig.folder('nowhere')];
      await rig.window('A', [a], { anyWindow: () => true });
      const id = anew();
      assert.equal(await rig.decider(nowhere, id), 'A from outside');
      assert.equal(await rig.decider(a, id), 'A from outside');
      assert.equal(await rig.decider(a, anew()), 'A');
      assert.equal(await rig.decider(nowhere, anew()), 'A from outside');
    });

    it('is never decided by one instead of a window that has it open', async () => {
      const folder = rig.folder('a');
      await rig.window('owner', [folder]);
      await rig.window('any', [], { anyWindow: () => true, focusedAt: () => 9 });
      assert.equal(await rig.decider(folder, anew()), 'owner');
    });
  });

  describe('nothing that a crash leaves blocks the others', () => {
    const servers: Server[] = [];
    afterEach(() => {
      for (const server of servers.splice(0)) server.close();
    });

    const card = (folder: string, more: object = {}): string =>
      JSON.stringify({
        folders: [{ path: folder, real: folder, isOn: true }],
        isOn: true,
        anyWindow: false,
        focusedAt: 1e15,
        sessions: {},
        ...more,
      });
    const inRun = (name: string): string => join(rig.gate.run, name);
    const age = (name: string, seconds: number): void => {
      const time = Date.now() / 1000 - seconds;
      utimesSync(inRun(name), time, time);
    };
    /** Accepts connections, and never says a word, as a stopped process does. */
    async function frozen(name: string): Promise<void> {
      const server = createServer();
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(inRun(name), resolve));
    }

    it('a card without a socket', async () => {
      const folder = rig.folder('repo');
      await rig.window('A', [folder]);
      writeFileSync(inRun('1-00000000.json'), card(folder), { mode: 0o600 });
      assert.equal(await rig.decider(folder, anew()), 'A');
    });

    it('cards that are none', async () => {
      const folder = rig.folder('repo');
      await rig.window('A', [folder]);
      for (const [at, text] of ['', '{', 'null', '{"folders":5}', card(folder).replace('1e+15', '"x"')].entries()) {
        writeFileSync(inRun(`1-0000000${at}.json`), text, { mode: 0o600 });
      }
      symlinkSync('/dev/zero', inRun('2-00000000.json'));
      mkdirSync(inRun('3-00000000.json'));
      assert.equal(await rig.decider(folder, anew()), 'A');
    });

    it('a window that froze a while ago is passed over, one that is only busy is waited for', async () => {
      const folder = rig.folder('repo');
      await rig.window('A', [folder]);
      await frozen('1-00000000.sock');
      writeFileSync(inRun('1-00000000.json'), card(folder), { mode: 0o600 });
      // So that the launcher, which waits 20 seconds for each, does not ask it first.
      age('1-00000000.sock', 300);
      age('1-00000000.json', 300);
      assert.equal(await rig.decider(folder, anew()), 'A');
    });
  });

  describe('a window that loses its place', () => {
    const sockets = (): string[] => readdirSync(rig.gate.run).filter((name) => name.endsWith('.sock'));

    it('makes folder, socket, token and launcher again, and says so once', async () => {
      const folder = rig.folder('repo');
      const problems: (string | undefined)[] = [];
      const window = await rig.window('A', [folder], { problem: (message) => problems.push(message) });
      await window.keep();
      problems.length = 0;
      rmSync(rig.gate.directory, { recursive: true });
      await window.keep();
      assert.equal(await rig.decider(folder, anew()), 'A');
      await window.keep();
      assert.equal(problems.length, 2);
      assert.match(problems[0] ?? '', /was removed.*It listens again/);
      assert.equal(problems[1], undefined);
    });

    it('shows itself to the others again where its card was removed, replaced or spoilt', async () => {
      const inner = rig.folder('repo', 'inner');
      const problems: (string | undefined)[] = [];
      const window = await rig.window('A', [inner], { problem: (message) => problems.push(message) });
      await rig.window('B', [rig.folder('repo')]);
      const [name = ''] = readdirSync(rig.gate.run).filter(
        (entry) => entry.endsWith('.json') && readFileSync(join(rig.gate.run, entry), 'utf8').includes('inner'),
      );
      const path = join(rig.gate.run, name);
      const spoils = [
        (): void => {
          rmSync(path);
        },
        (): void => {
          writeFileSync(path, readFileSync(path, 'utf8').replaceAll('inner', 'other'));
        },
        (): void => {
          chmodSync(path, 0o644);
        },
      ];
      for (const spoil of spoils) {
        const card = readFileSync(path, 'utf8');
        spoil();
        problems.length = 0;
        await window.keep();
        assert.deepEqual(problems.filter(Boolean), []);
        assert.equal(readFileSync(path, 'utf8'), card);
        assert.equal(await rig.decider(inner, anew()), 'A');
      }
    });

    it('listens elsewhere where something else has its place', async () => {
      const folder = rig.folder('repo');
      const problems: (string | undefined)[] = [];
      const window = await rig.window('A', [folder], { problem: (message) => problems.push(message) });
      const [name = ''] = sockets();
      rmSync(join(rig.gate.run, name));
      const asked: string[] = [];
      const squatter = createServer((socket) => {
        asked.push('asked');
        socket.destroy();
      });
      await new Promise<void>((resolve) => squatter.listen(join(rig.gate.run, name), resolve));
      try {
        await window.keep();
        assert.match(problems.filter(Boolean).join(), /Something else was in the place/);
        assert.equal(sockets().includes(name), false);
        asked.length = 0;
        assert.equal(await rig.decider(folder, anew()), 'A');
        assert.deepEqual(asked, []);
      } finally {
        squatter.close();
      }
    });

    it('takes away what is in a socket’s place and belongs to no window', async () => {
      const folder = rig.folder('repo');
      const problems: (string | undefined)[] = [];
      const window = await rig.window('A', [folder], { problem: (message) => problems.push(message) });
      const outside = join(rig.root, 'outside.sock');
      const squatter = createServer();
      await new Promise<void>((resolve) => squatter.listen(outside, resolve));
      const inside = createServer();
      await new Promise<void>((resolve) => inside.listen(join(rig.gate.run, '9-00000000.sock'), resolve));
      symlinkSync(outside, join(rig.gate.run, '8-00000000.sock'));
      try {
        await window.keep();
        const told = problems.filter(Boolean).join();
        for (const name of ['8-00000000.sock', '9-00000000.sock']) {
          assert.ok(told.includes(name), told);
          assert.equal(sockets().includes(name), false);
        }
        assert.equal(await rig.decider(folder, anew()), 'A');
      } finally {
        squatter.close();
        inside.close();
      }
    });
  });
});
