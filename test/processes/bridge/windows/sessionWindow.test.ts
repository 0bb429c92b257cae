import assert from 'node:assert/strict';
import { chmodSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckRequest } from '../../../../src/calls/request';
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

  describe('a session stays with the window of its first call', () => {
    it('whatever folder it names later, and the window of that folder is asked for its rules', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      await rig.window('A', [a]);
      await rig.window('B', [b]);
      const id = anew();
      assert.equal(await rig.decider(a, id), 'A');
      assert.equal(await rig.decider(b, id), 'A');
      assert.equal(await rig.decider(rig.folder('c'), id), 'A');
      assert.deepEqual(
        rig.restraints.map(({ window, request }) => [window, request.cwd]),
        [['B', b]],
      );
      assert.equal(await rig.decider(b, anew()), 'B');
    });

    it('a rule of the other window blocks, without that anybody else decides', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      await rig.window('A', [a]);
      await rig.window('B', [b], { restrain: () => Promise.resolve(decided('block', 'B has a rule against it.')) });
      const id = anew();
      await rig.call(a, id);
      const answer = await rig.call(b, id);
      assert.equal(answer.code, 2);
      assert.match(answer.stderr, /B has a rule against it\./);
      assert.equal(rig.decisions.length, 1);
    });

    it('where that is off, what another window would allow stays the agent’s own affair, and what it blocks is blocked', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      let outcome: 'allow' | 'block' = 'allow';
      await rig.window('off', [a], { isOn: () => false, outcome: () => 'defer' });
      await rig.window('on', [b], { outcome: () => outcome });
      const id = anew();
      await rig.call(a, id);
      assert.deepEqual(await rig.call(b, id), { code: 0, stdout: '{}\n', stderr: '' });
      outcome = 'block';
      assert.equal((await rig.call(b, id)).code, 2);
    });

    it('a window that is off brings nothing into force for it', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      await rig.window('on', [a]);
      await rig.window('off', [b], { isOn: () => false, outcome: () => 'defer' });
      const id = anew();
      await rig.call(a, id);
      assert.equal(await rig.decider(b, id), 'on');
      assert.deepEqual(rig.restraints, []);
    });

    it('until that window is gone', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      const first = await rig.window('A', [a]);
      await rig.window('B', [b]);
      const id = anew();
      await rig.call(a, id);
      await first.dispose();
      assert.equal(await rig.decider(b, id), 'B from outside');
      assert.equal(await rig.decider(a, anew()), 'none');
    });

    it('and the windows of that folder, where it is closed or reloaded', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      const first = await rig.window('A', [a]);
      await rig.window('B', [b]);
      const id = anew();
      await rig.call(a, id);
      await first.dispose();
      assert.equal(await rig.decider(b, id), 'B from outside');
      await rig.window('A anew', [a]);
      assert.equal(await rig.decider(b, id), 'A anew');
      assert.equal(await rig.decider(a, id), 'A anew');
    });

    it('and closing or reloading it is no way to a window that is off', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      let isOn = true;
      const first = await rig.window('A', [a]);
      const second = await rig.window('B', [b], { isOn: () => isOn, outcome: () => (isOn ? 'allow' : 'defer') });
      const [early, late] = [anew(), anew()];
      await rig.call(a, early);
      await rig.call(a, late);
      await first.dispose();
      assert.equal(await rig.decider(b, early), 'B from outside');
      isOn = false;
      second.changed();
      assert.equal(await rig.decider(b, early), 'none');
      assert.equal(await rig.decider(b, late), 'none');
      assert.equal(await rig.decider(b, anew()), 'B without an allow');
    });

    it('where it began, whatever lies there later', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      await rig.window('any', [a], { anyWindow: () => true });
      const id = anew();
      const moved = rig.folder('moved');
      assert.equal(await rig.decider(moved, id), 'any from outside');
      rmSync(moved, { recursive: true });
      symlinkSync(a, moved);
      assert.equal(await rig.decider(moved, id), 'any from outside');
      assert.equal(await rig.decider(a, id), 'any from outside');
      assert.equal(await rig.decider(b, id), 'any from outside');
    });

    it('and the window is told of it before a call is decided, also after a reload', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      const began: string[] = [];
      const options = {
        sessionBegan: (sessionId: string, folder: string) => began.push(`${sessionId} ${folder}`),
        decide: (request: CheckRequest) => Promise.resolve(decided('allow', began.at(-1) ?? request.tool)),
      };
      const window = await rig.window('A', [a, b], options);
      const id = anew();
      const answered = async (folder: string): Promise<void> => {
        const { stdout } = await rig.call(folder, id);
        assert.ok(stdout.includes(`${id} ${a}\\"`), stdout);
      };
      await answered(a);
      await answered(b);
      await window.dispose();
      began.length = 0;
      await rig.window('A', [a, b], options);
      await answered(b);
    });

    it('by Codex’s own record where its first call names another folder', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      const began: string[] = [];
      await rig.window('A', [a], { sessionBegan: (_sessionId, folder) => began.push(folder) });
      await rig.window('B', [b], { sessionBegan: (_sessionId, folder) => began.push(folder) });
      const record = join(rig.folder('home', '.codex', 'sessions'), 'rollout-1.jsonl');
      writeFileSync(
        record,
        `${JSON.stringify({ type: 'session_meta', payload: { source: 'cli', originator: 'codex-tui', cwd: a } })}\n`,
      );
      const call = async (): Promise<void> => {
        const child = rig.start('codex');
        child.stdin?.end(rig.payload(b, anew(), { turn_id: 't', transcript_path: record }));
        await rig.answerOf(child);
      };
      await call();
      rmSync(record);
      await call();
      assert.deepEqual(began, [a, b]);
      assert.deepEqual(
        rig.decisions.map(({ window }) => window),
        ['A', 'B'],
      );
    });

    it('of its agent: another agent may use the same name for a session', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      await rig.window('A', [a]);
      await rig.window('B', [b]);
      const id = anew();
      assert.equal(await rig.decider(a, id), 'A');
      const before = rig.decisions.length;
      await rig.call(b, id, 'generic');
      assert.deepEqual(
        rig.decisions.slice(before).map(({ window }) => window),
        ['B'],
      );
    });

    it('for a week, and forged or broken notes of it count for nothing', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      let first = await rig.window('A', [a]);
      await rig.window('B', [b]);
      const notes = (): string[] => readdirSync(rig.gate.sessions).map((name) => join(rig.gate.sessions, name));
      for (const spoil of [
        (path: string): void => {
          utimesSync(path, Date.now() / 1000, Date.now() / 1000 - 8 * 24 * 3600);
        },
        (path: string): void => {
          writeFileSync(path, '{');
        },
        (path: string): void => {
          rmSync(path);
          symlinkSync('/dev/zero', path);
        },
        (path: string): void => {
          chmodSync(path, 0o666);
        },
      ]) {
        const id = anew();
        await rig.call(a, id);
        const [note = ''] = notes();
        spoil(note);
        await first.dispose();
        assert.equal(await rig.decider(b, id), 'B');
        rmSync(note);
        first = await rig.window('A', [a]);
      }
    });

    it('a window that does not say what its rules are is not passed over', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      await rig.window('A', [a]);
      await rig.window('B', [b], { restrain: () => Promise.reject(new Error('broken')) });
      const id = anew();
      await rig.call(a, id);
      const answer = await rig.call(b, id);
      assert.equal(answer.code, 2);
      assert.match(answer.stderr, /does not answer, so its rules are not known/);
    });
  });
});
