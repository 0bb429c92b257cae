import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { OUTAGE_KINDS, type Decision } from '../../../src/engine/model/decision';
import { UsageLedger } from '../../../src/log/usageLedger';
import { usageFigures } from '../../../src/log/usageSums';
import { decision } from '../engine/model/decisions';
import { compiledProgram } from './compiledProgram';
import { count, ledgerRoom, local, USAGE } from './ledgerRoom';
import { runs } from '../propertyRuns';

describe('the ledger of what the classifier takes', () => {
  const room = ledgerRoom();
  const { folder, directory, open, fileOf, judged } = room;

  it('knows nothing at first, and makes no file for what the classifier had no part in', () => {
    const ledger = open();
    assert.deepEqual(count(ledger), { today: 0, total: 0 });
    assert.equal(ledger.total().since, undefined);
    ledger.note(decision({ classifier: undefined, stage: 'permissions.deny' }));
    assert.equal(existsSync(directory()), false);
    assert.equal(ledger.problem, undefined);
  });

  it('keeps first looks, judgements and outages apart, and tokens of every kind', () => {
    const ledger = open();
    ledger.note(judged({ outcome: 'allow', classifier: { ...USAGE, stage: 'first-look', cachedTokens: 90 } }));
    ledger.note(judged({ classifier: { ...USAGE, stage: 'judgement', cacheWriteTokens: 7, costUsd: 0.25 } }));
    ledger.note(judged({ outage: 'no-key', classifier: undefined }));
    ledger.note(judged({ outage: 'timeout', classifier: { ...USAGE, latencyMs: 20_000 } }));
    ledger.note(judged({ outage: 'timeout', classifier: { provider: 'fake', model: 'm', latencyMs: 20_000 } }));
    assert.deepEqual(usageFigures(ledger.today()), {
      judged: 2,
      firstLooks: 1,
      judgements: 1,
      unjudged: 3,
      outages: { 'no-key': 1, timeout: 2 },
      inputTokens: 30,
      cachedTokens: 90,
      cacheWriteTokens: 7,
      outputTokens: 3,
      latency: { calls: 2, meanMs: 700, medianMs: 700, p95Ms: 700 },
      costUsd: 0.25,
      unpriced: 2,
    });
  });

  it('says nothing of a cost where no price was known', () => {
    const ledger = open();
    ledger.note(judged());
    const { costUsd, unpriced } = usageFigures(ledger.today());
    assert.deepEqual([costUsd, unpriced], [undefined, 1]);
    ledger.note(judged({ classifier: { ...USAGE, costUsd: 0 } }));
    assert.equal(usageFigures(ledger.today()).costUsd, 0, 'what costs nothing is known');
  });

  it('takes mean, median and 95th percentile of the last hundred', () => {
    const ledger = open();
    for (let latencyMs = 1; latencyMs <= 250; latencyMs += 1)
      ledger.note(judged({ classifier: { ...USAGE, latencyMs } }));
    const expected = { calls: 100, meanMs: 200.5, medianMs: 200, p95Ms: 245 };
    assert.deepEqual(usageFigures(ledger.today()).latency, expected);
    assert.deepEqual(usageFigures(open().today()).latency, expected, 'after a restart too');
  });

  it('is there after a restart, for this user alone', () => {
    open().note(judged({ sessionId: 's1' }));
    const again = open();
    assert.deepEqual(count(again), { today: 1, total: 1 });
    assert.equal(usageFigures(again.session('s1')!).judged, 1);
    assert.equal(again.session('s2'), undefined);
    if (process.platform === 'win32') return;
    assert.equal(statSync(fileOf('2026-11-21')).mode & 0o777, 0o600);
    assert.equal(statSync(directory()).mode & 0o777, 0o700);
  });

  it("keeps nothing that the agent said but a digest of its session's id", () => {
    open().note(judged({ sessionId: 'canary-session', reason: 'canary', summary: 'canary', cwd: '/canary' }));
    assert.ok(!readFileSync(fileOf('2026-11-21'), 'utf8').includes('canary'));
  });

  describe('by days', () => {
    it('begins anew at midnight where the user is; a call belongs to the day on which it came', () => {
      const ledger = open();
      room.now = local('2026-11-21', '23:59:59.999');
      const late = judged({ sessionId: 's' });
      ledger.note(late);
      assert.deepEqual(count(ledger), { today: 1, total: 1 });
      room.now = local('2026-11-22', '00:00:00.000');
      assert.deepEqual(count(ledger), { today: 0, total: 1 });
      ledger.note(late);
      assert.deepEqual(count(ledger), { today: 0, total: 2 });
      ledger.note(judged({ sessionId: 's' }));
      assert.deepEqual(count(ledger), { today: 1, total: 3 });
      assert.equal(usageFigures(ledger.session('s')!).judged, 3, 'a session goes on over midnight');
      assert.equal(ledger.total().since, '2026-11-21');
      assert.equal(usageFigures(open().session('s')!).judged, 3);
    });

    it('survives a clock that jumps far ahead and back, and to the beginning of time', () => {
      const ledger = open();
      ledger.note(judged());
      for (const day of ['2099-01-01', '1970-01-02', '2026-11-21']) {
        room.now = local(day);
        ledger.note(judged());
        assert.equal(count(open()).today, day === '2026-11-21' ? 2 : 1, day);
      }
      assert.deepEqual(count(ledger), { today: 2, total: 4 });
      assert.deepEqual(count(open()), { today: 2, total: 4 });
    });

    it('lets all but the newest 31 days go, in a window that stays open too', () => {
      const ledger = open();
      for (let day = 0; day < 40; day += 1) {
        room.now = new Date(2026, 0, 1 + day, 12);
        ledger.note(judged());
      }
      assert.ok(readdirSync(directory()).length <= 32);
      assert.ok(count(ledger).total <= 32);
      const again = open();
      assert.deepEqual(count(again), { today: 1, total: 31 });
      assert.equal(again.total().since, '2026-01-10');
      assert.equal(readdirSync(directory()).length, 31);
    });

    it('folds days that are long over, and the sums stay the same', () => {
      const ledger = open();
      for (let index = 0; index < 300; index += 1) {
        const costs = index % 3 === 0 ? {} : { costUsd: 0.001 * index };
        ledger.note(judged({ sessionId: `s${index % 4}`, classifier: { ...USAGE, latencyMs: index, ...costs } }));
      }
      const before = { sums: usageFigures(ledger.total().sums), s1: usageFigures(ledger.session('s1')!) };
      room.now = local('2026-11-24');
      assert.equal(usageFigures(open().total().sums).judged, 300);
      assert.equal(readFileSync(fileOf('2026-11-21'), 'utf8').trimEnd().split('\n').length, 4);
      const again = open();
      const after = { sums: usageFigures(again.total().sums), s1: usageFigures(again.session('s1')!) };
      for (const [old, folded] of [
        [before.sums, after.sums],
        [before.s1, after.s1],
      ] as const) {
        assert.ok(Math.abs(folded.costUsd! - old.costUsd!) < 1e-9);
        assert.deepEqual({ ...folded, costUsd: 0, latency: 0 }, { ...old, costUsd: 0, latency: 0 });
      }
      assert.deepEqual(after.s1.latency, before.s1.latency);
    });
  });

  it('remembers the last 50 sessions', () => {
    const ledger = open();
    for (let index = 0; index < 60; index += 1) ledger.note(judged({ sessionId: `s${index}` }));
    for (const opened of [ledger, open()]) {
      assert.equal(opened.session('s9'), undefined);
      assert.equal(usageFigures(opened.session('s10')!).judged, 1);
      assert.equal(count(opened).today, 60);
    }
  });

  describe('with several windows', () => {
    it('counts for all, and each sees the others', () => {
      const [one, two] = [open(), open()];
      one.note(judged({ sessionId: 's' }));
      two.note(judged({ sessionId: 's' }));
      assert.deepEqual(count(two), { today: 2, total: 2 });
      assert.deepEqual(count(one), { today: 1, total: 1 }, 'not told yet');
      one.refresh();
      assert.deepEqual(count(one), { today: 2, total: 2 });
      assert.equal(usageFigures(one.session('s')!).judged, 2);
    });

    it('loses nothing where they count at the same moment', async () => {
      const program = compiledProgram(join(import.meta.dirname, 'noteUsage.ts'), folder());
      const windows = ['a', 'b', 'c'].map((name) => {
        return spawn(process.execPath, [program, directory(), name, '200'], { stdio: 'ignore' });
      });
      const codes = await Promise.all(
        windows.map(
          (window) =>
            new Promise((resolve) =>
              window.once('exit', (code) => {
                resolve(code);
              }),
            ),
        ),
      );
      assert.deepEqual(codes, [0, 0, 0]);
      const ledger = open();
      assert.equal(count(ledger).total, 600);
      assert.equal(ledger.total().sums.inputTokens, 1800);
      for (const name of ['a', 'b', 'c']) assert.equal(usageFigures(ledger.session(name)!).judged, 200);
      assert.equal(ledger.problem, undefined);
    });

    it('counts a line that is still being written once, when it is whole', () => {
      const ledger = open();
      ledger.note(judged());
      const file = fileOf('2026-11-21');
      const line = readFileSync(file, 'utf8');
      appendFileSync(file, line.slice(0, 10));
      ledger.refresh();
      assert.equal(count(ledger).today, 1);
      appendFileSync(file, line.slice(10));
      ledger.refresh();
      ledger.refresh();
      assert.equal(count(ledger).today, 2);
      assert.equal(ledger.problem, undefined);
    });

    it('starts anew where the file was removed or replaced', () => {
      const ledger = open();
      for (let index = 0; index < 3; index += 1) ledger.note(judged());
      rmSync(fileOf('2026-11-21'));
      ledger.refresh();
      assert.equal(count(ledger).today, 0);
      ledger.note(judged());
      assert.deepEqual(count(ledger), { today: 1, total: 1 });
      writeFileSync(fileOf('2026-11-21'), '', { mode: 0o600 });
      ledger.note(judged());
      assert.deepEqual(count(ledger), { today: 1, total: 1 });
    });
  });

  it('adds up to the sum of the decisions, whatever comes, over restarts and several windows', () => {
    const tokens = fc.option(fc.nat(1_000_000), { nil: undefined });
    const made = fc.record({
      day: fc.nat(3),
      session: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      outage: fc.option(fc.constantFrom(...OUTAGE_KINDS), { nil: undefined }),
      asked: fc.boolean(),
      stage: fc.constantFrom('first-look', 'judgement', undefined),
      inputTokens: tokens,
      outputTokens: tokens,
      cachedTokens: tokens,
      cacheWriteTokens: tokens,
      costUsd: fc.option(fc.nat(1000), { nil: undefined }),
      window: fc.nat(2),
      restart: fc.boolean(),
    });
    let run = 0;
    fc.assert(
      fc.property(fc.array(made, { maxLength: 30 }), (all) => {
        run += 1;
        const options = { directory: join(folder(), String(run)), clock: { now: () => room.now.getTime() } };
        const windows = [0, 1, 2].map(() => new UsageLedger(options));
        const decisions = [...all]
          .sort((a, b) => a.day - b.day)
          .map(({ day, session, outage, asked, window, restart, ...usage }) => {
            room.now = local(`2026-11-2${day + 1}`);
            const defined = Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined));
            const given = decision({
              at: room.now.toISOString(),
              sessionId: session,
              outage,
              classifier: asked ? { provider: 'p', model: 'm', latencyMs: 5, ...defined } : undefined,
            });
            if (restart) windows[window] = new UsageLedger(options);
            windows[window]!.note(given);
            return { day, given };
          });
        const ledger = new UsageLedger(options);
        const sum = (of: typeof decisions, value: (one: Decision) => number): number =>
          of.reduce((total, { given }) => total + value(given), 0);
        const expect = (of: typeof decisions, figures: ReturnType<typeof usageFigures>): void => {
          assert.equal(
            figures.judged,
            sum(of, ({ outage, classifier }) => (classifier && !outage ? 1 : 0)),
          );
          assert.equal(figures.firstLooks + figures.judgements, figures.judged);
          assert.equal(
            figures.unjudged,
            sum(of, ({ outage }) => (outage ? 1 : 0)),
          );
          for (const kind of OUTAGE_KINDS) {
            assert.equal(
              figures.outages[kind] ?? 0,
              sum(of, ({ outage }) => (outage === kind ? 1 : 0)),
            );
          }
          for (const name of ['inputTokens', 'outputTokens', 'cachedTokens', 'cacheWriteTokens', 'costUsd'] as const) {
            assert.equal(
              figures[name] ?? 0,
              sum(of, ({ classifier }) => classifier?.[name] ?? 0),
              name,
            );
          }
        };
        const inDay = (day: number): typeof decisions => decisions.filter((one) => one.day === day);
        expect(decisions, usageFigures(ledger.total().sums));
        for (const day of [0, 1, 2, 3]) {
          room.now = local(`2026-11-2${day + 1}`);
          expect(inDay(day), usageFigures(ledger.today()));
        }
        for (const id of ['a', 'b', 'c']) {
          const own = decisions.filter(({ given }) => given.sessionId === id);
          const sums = ledger.session(id);
          if (sums !== undefined) expect(own, usageFigures(sums));
          else assert.equal(own.filter(({ given }) => given.classifier ?? given.outage).length, 0);
        }
        assert.equal(ledger.problem, undefined);
      }),
      runs(20261122, 40),
    );
  });
});
