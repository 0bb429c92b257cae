import assert from 'node:assert/strict';
import type { Decision } from '../../../../src/engine/model/decision';
import { ActivityList } from '../../../../src/features/activity/activity';
import { decision } from '../../engine/model/decisions';

describe('the list of decisions', () => {
  /** Newest first: d0 is the latest. */
  const LOGGED = Array.from({ length: 300 }, (_, at) => decision({ id: `d${at}`, summary: `bash echo ${at}` }));

  it('has the latest ones of earlier before all of them are read, and each once', async () => {
    const asked: number[] = [];
    let readAll = (): void => undefined;
    const all = new Promise<void>((resolve) => (readAll = resolve));
    let decided = (_decision: Decision): void => undefined;
    const list = new ActivityList({
      decided: (listener) => {
        decided = listener;
        return { dispose: () => undefined };
      },
      earlier: async (count) => {
        asked.push(count);
        if (asked.length > 1) await all;
        return LOGGED.slice(0, count);
      },
    });
    const changed = (): Promise<void> =>
      new Promise((resolve) => {
        const subscription = list.onDidChange(() => {
          subscription.dispose();
          resolve();
        });
      });
    const shown = (): readonly string[] | undefined =>
      list.slice()?.lines.map((line) => ('id' in line ? line.id : line.heading));
    const first = changed();
    list.look({ first: 0, count: 3 });
    await first;
    assert.deepEqual([shown(), list.slice()?.kept], [['d0', 'd1', 'd2'], 100]);
    decided(decision({ id: 'now' }));
    const second = changed();
    readAll();
    await second;
    assert.deepEqual([shown(), list.slice()?.kept], [['now', 'd0', 'd1'], 301]);
    list.look({ first: 0, count: 3 });
    assert.deepEqual(asked, [100, 10_000]);
    list.dispose();
  });

  for (const when of ['before it is read', 'while it is read'] as const) {
    it(`stays empty where the user clears it, and nothing comes back of a log that is cleared ${when}`, async () => {
      let decided = (_decision: Decision): void => undefined;
      const log: Decision[] = [];
      const reading: (() => void)[] = [];
      const list = new ActivityList({
        decided: (listener) => {
          decided = listener;
          return { dispose: () => undefined };
        },
        earlier: async () => {
          await new Promise<void>((resolve) => reading.push(resolve));
          return log;
        },
      });
      const decide = (id: string): void => {
        log.unshift(decision({ id }));
        decided(decision({ id }));
      };
      decide('one');
      if (when === 'while it is read') list.look({ first: 0, count: 3 });
      await list.execute({ kind: 'clear' });
      list.look({ first: 0, count: 3 });
      while (reading.length > 0) {
        reading.shift()?.();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      assert.deepEqual(list.slice()?.lines, []);
      decide('two');
      assert.deepEqual(
        list.slice()?.lines.map((line) => ('id' in line ? line.id : line.heading)),
        ['two'],
      );
      list.dispose();
    });
  }
});
