import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { HookServerOptions } from '../../../src/bridge/hookServer';
import { HookServerRig, assertRefused, decision, frame } from './hookServerRig';

describe('hook server', () => {
  const rig = new HookServerRig();
  const { start, open, send, payload, isIn } = rig;

  describe('waiting', () => {
    /** Decides only once its signal aborts, and then says what became of it. */
    function undecided(): { decide: HookServerOptions['decide']; asked: Promise<void>; aborted: Promise<string> } {
      let ask = (): void => undefined;
      let abort: (reason: string) => void = () => undefined;
      const asked = new Promise<void>((resolve) => (ask = resolve));
      const aborted = new Promise<string>((resolve) => (abort = resolve));
      return {
        asked,
        aborted,
        decide: (_request, signal) => {
          ask();
          signal.addEventListener('abort', () => {
            abort((signal.reason as Error).message);
          });
          return new Promise(() => undefined);
        },
      };
    }

    it('an agent that gives up ends the decision', async () => {
      const { decide, asked, aborted } = undecided();
      await start(decide);
      const client = open();
      client.on('error', () => undefined);
      client.end(payload());
      await asked;
      client.destroy();
      assert.match(await aborted, /no longer waits/);
    });

    it('a window that closes refuses what it has not decided, and its socket goes away', async () => {
      const { decide, asked, aborted } = undecided();
      await start(decide);
      const answer = send(payload());
      await asked;
      await rig.server?.close();
      assertRefused(await answer, /window was closed/);
      assert.match(await aborted, /window was closed/);
      await assert.rejects(send(payload()), /ENOENT|ECONNREFUSED/);
    });

    it('as many calls at once as there may be draw no warning of a leak', async () => {
      const warnings: string[] = [];
      const warned = ({ name }: Error): void => void warnings.push(name);
      process.on('warning', warned);
      let [asked, allAsked] = [0, (): void => undefined];
      const all = new Promise<void>((resolve) => (allAsked = resolve));
      await start(() => {
        asked += 1;
        if (asked === 12) allAsked();
        return new Promise(() => undefined);
      });
      const answers = Array.from({ length: 12 }, (_, at) => send(payload({ tool_use_id: `t${at}` })));
      await all;
      await rig.server?.close();
      for (const answer of answers) assertRefused(await answer, /window was closed/);
      process.off('warning', warned);
      assert.deepEqual(warnings, []);
    });

    it('a window that closes refuses even where its log is closed already', async () => {
      const { decide, asked } = undecided();
      await start(decide, {
        log: () => {
          throw new Error('Channel has been closed');
        },
      });
      const answer = send(payload());
      await asked;
      await rig.server?.close();
      assertRefused(await answer, /window was closed/);
    });

    it('a call that is read while the window closes is not decided any more', async () => {
      const { decide } = undecided();
      let looked = (): void => undefined;
      const looking = new Promise<void>((resolve) => (looked = resolve));
      // Asked when the payload is read, one look at the disk before the decision.
      const takes: HookServerOptions['takes'] = ({ cwd }) => {
        looked();
        return isIn(cwd, [rig.workspace]);
      };
      const link = join(rig.folder, 'link');
      symlinkSync(rig.workspace, link);
      await start(decide, { takes });
      const answer = send(payload({ cwd: link }));
      await looking;
      await rig.server?.close();
      assertRefused(await answer, /window was closed/);
      assert.deepEqual(rig.requests, []);
    });

    for (const clock of ['monotonic', 'now'] as const) {
      it(`ends by the ${clock === 'now' ? 'wall' : 'monotonic'} clock alone`, async () => {
        const times = { monotonic: 0, now: 1_000_000 };
        const { decide, asked, aborted } = undecided();
        await start(decide, {
          clock: { monotonic: () => times.monotonic, now: () => times.now },
          limits: { tickMs: 5, marginSeconds: 5 },
        });
        const answer = send(payload(), open(undefined, undefined, { 'x-auto-mode-seconds': '65' }));
        await asked;
        times[clock] += 60_000;
        assertRefused(await answer, /No decision was made within 60 seconds/);
        await aborted;
      });
    }

    it('meanwhile the launcher hears that the window lives', async () => {
      let decideNow = (): void => undefined;
      await start(
        () =>
          new Promise(
            (resolve) =>
              (decideNow = () => {
                resolve(decision('allow'));
              }),
          ),
        {
          limits: { tickMs: 5 },
        },
      );
      const client = open();
      const beat = new Promise<string>((resolve) => {
        client.on('response', (response) =>
          response.once('data', (data: Buffer) => {
            resolve(data.toString());
          }),
        );
      });
      const answer = send(payload(), client);
      assert.match(await beat, /^ +\n/);
      decideNow();
      assert.equal(frame(await answer).exitCode, 0);
    });

    const seconds: readonly (readonly [header: string | undefined, waits: number])[] = [
      ['10', 5],
      ['2', 1],
      ['100000', 295],
      ['-1', 295],
      ['x', 295],
      [undefined, 295],
    ];
    it('for as long as the launcher does, and never longer than launchers do', async () => {
      const times = { now: 0 };
      await start(() => new Promise(() => undefined), {
        clock: { monotonic: () => 0, now: () => (times.now += 1_000_000) },
        limits: { tickMs: 1 },
      });
      for (const [header, waits] of seconds) {
        const client = open(undefined, undefined, header === undefined ? {} : { 'x-auto-mode-seconds': header });
        assertRefused(await send(payload(), client), new RegExp(`within ${waits} seconds`));
      }
    });

    it('a launcher that ends while it sends leaves nothing behind', async () => {
      await start(() => Promise.resolve(decision('allow')));
      const client = open();
      client.on('error', () => undefined);
      client.setHeader('content-length', '1000');
      client.write('{"half":');
      await new Promise((resolve) => client.on('socket', (socket) => socket.once('connect', resolve)));
      client.destroy();
      assert.equal(frame(await send(payload())).exitCode, 0);
      assert.equal(rig.requests.length, 1);
    });
  });
});
