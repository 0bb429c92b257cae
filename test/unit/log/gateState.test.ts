import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Decision, OutageKind } from '../../../src/engine/model/decision';
import type { GateState } from '../../../src/log/gateState';
import { decision } from '../engine/model/decisions';
import { EVENTS, gateStateRoom, LIMITS, SECRET } from './gateStateRoom';

const MINUTE = 60_000;

describe('GateState', () => {
  const room = gateStateRoom();
  const { folder, file, start, record } = room;

  it('counts decisions, in all and by check, and keeps the last one', () => {
    const state = start();
    record(state, 'safe', 'safe', 'deny', 'allow', 'defer');
    const { counters, lastDecision } = state.snapshot();
    assert.deepEqual(counters, {
      checked: 4,
      allowed: 3,
      blocked: 1,
      unjudged: 0,
      outages: {},
      forModel: 1,
      byStage: { 'safe-tool': 2, 'permissions.deny': 1, classifier: 1 },
    });
    const { outcome, stage, reason, at } = decision(EVENTS['allow']);
    assert.deepEqual(lastDecision, { outcome, stage, reason, at });
  });

  it('counts what could not be judged apart from what was denied, by kind, over a restart', () => {
    const state = start();
    const outage = (kind: OutageKind, changes: Partial<Decision> = {}): void => {
      state.record(decision({ outage: kind, classifier: undefined, ...changes }), LIMITS);
    };
    outage('network');
    outage('network');
    outage('too-large');
    // Here the user answered in the classifier's place.
    outage('no-key', { stage: 'user' });
    outage('no-key', { stage: 'user', outcome: 'allow' });
    record(state, 'deny', 'block', 'floor');
    state.dispose();
    for (const one of [state, start()]) {
      const { checked, allowed, blocked, unjudged, outages } = one.snapshot().counters;
      assert.deepEqual([checked, allowed, blocked, unjudged], [8, 1, 7, 3]);
      assert.deepEqual(outages, { network: 2, 'too-large': 1 });
      assert.deepEqual(
        one.snapshot().denials.map(({ kind, outage: why }) => why ?? kind),
        ['hard-deny', 'classifier', 'permissions.deny', 'user', 'too-large', 'network', 'network'],
      );
    }
    state.reset();
    assert.deepEqual(state.snapshot().counters.outages, {});
  });

  it('counts what came to the classifier, whoever decided in the end', () => {
    const state = start();
    const judged = decision(EVENTS['allow']);
    for (const changes of [
      judged,
      // The user decided what the classifier had blocked, or could not judge.
      { ...judged, stage: 'user' as const },
      { ...judged, stage: 'user' as const, classifier: undefined, outage: 'network' as const },
    ]) {
      state.record(decision(changes), LIMITS);
    }
    record(state, 'safe', 'deny', 'floor');
    const { checked, forModel, byStage } = state.snapshot().counters;
    assert.deepEqual([checked, forModel, byStage.classifier], [6, 3, 1]);
  });

  it('reads a file of a version that did not count outages', () => {
    const counters = { checked: 4, allowed: 3, blocked: 1, byStage: { classifier: 2 } };
    const pause = { paused: false, consecutive: 0, total: 0 };
    mkdirSync(dirname(file()));
    writeFileSync(file(), JSON.stringify({ version: 1, counters, denials: [], pause }), { mode: 0o600 });
    const state = start();
    assert.equal(state.problem, undefined);
    assert.deepEqual(state.snapshot().counters, { ...counters, unjudged: 0, outages: {}, forModel: 2 });
  });

  describe('the history', () => {
    it('holds the last twelve blocks, newest first, with the fields that people see', () => {
      const state = start();
      for (let index = 0; index < 15; index += 1) {
        state.record(
          decision({
            id: `d${index}`,
            remedy: 'Do.',
            agent: 'x',
            subAgent: 's',
            mode: 'auto',
            rule: { text: 'r', source: 'user' },
          }),
          LIMITS,
        );
        record(state, 'safe');
      }
      const { denials } = state.snapshot();
      assert.deepEqual(
        denials.map(({ id }) => id),
        Array.from({ length: 12 }, (_, index) => `d${14 - index}`),
      );
      const { at, tool, reason, summary } = decision();
      const expected = { id: 'd14', at, tool, reason, summary, kind: 'classifier', agent: 'x', remedy: 'Do.' };
      const who = { subAgent: 's', mode: 'auto' };
      assert.deepEqual(denials[0], { ...expected, ...who, rule: { text: 'r', source: 'user' } });
      state.dispose();
      assert.deepEqual(start().snapshot().denials, denials, 'over a restart');
    });

    it('holds no secret and no text without end', () => {
      const state = start();
      const text = `${SECRET} ${'x'.repeat(10_000)}`;
      state.record(
        decision({
          reason: text,
          summary: text,
          remedy: text,
          subAgent: text,
          mode: text,
          rule: { text, source: 'user' },
        }),
        LIMITS,
      );
      state.dispose();
      const written = readFileSync(file(), 'utf8');
      assert.equal(written.includes(SECRET), false);
      assert.equal(JSON.stringify(state.snapshot()).includes(SECRET), false);
      assert.ok(written.length < 30_000);
    });

    it('a snapshot that was handed out stays as it was', () => {
      const state = start();
      const before = state.snapshot();
      record(state, 'block');
      assert.equal(before.denials.length, 0);
      assert.equal(before.counters.checked, 0);
    });
  });

  describe('the pause', () => {
    const cases: readonly [string, boolean][] = [
      ['block block', false],
      ['block block block', true],
      ['block hard none', true],
      ['block block allow block block', false],
      ['block block allow block block allow block', true],
      ['block block cache safe user block', true],
      ['block block deny floor outage declined unlogged failure', false],
      ['deny deny deny floor floor floor outage outage outage', false],
      ['outage outage block outage block outage block', true],
      ['block block block allow', true],
      ['block block defer block', true],
    ];
    for (const [events, paused] of cases) {
      it(`${paused ? 'begins' : 'does not begin'} after ${events}`, () => {
        const state = start();
        record(state, ...events.split(' '));
        assert.equal(state.paused, paused);
      });
    }

    it('ends when the user resumes, and its counts begin anew', () => {
      const state = start();
      record(state, 'block', 'block', 'block');
      state.resume();
      assert.equal(state.paused, false);
      record(state, 'block', 'block');
      assert.equal(state.paused, false);
      record(state, 'block');
      assert.equal(state.paused, true);
      assert.equal(state.snapshot().counters.blocked, 6);
    });

    it('is on disk at once', () => {
      const state = start();
      record(state, 'block', 'block', 'block');
      assert.equal(start().paused, true);
      state.resume();
      assert.equal(start().paused, false);
    });
  });

  describe('a call released once', () => {
    const cases: readonly [string, (state: GateState) => void, readonly boolean[]][] = [
      [
        'may run once',
        (state) => {
          state.allowOnce('key');
        },
        [true, false],
      ],
      [
        'may run within ten minutes',
        (state) => {
          state.allowOnce('key');
          room.now += 10 * MINUTE - 1;
        },
        [true],
      ],
      [
        'may not run later',
        (state) => {
          state.allowOnce('key');
          room.now += 10 * MINUTE;
        },
        [false, false],
      ],
      [
        'may run once even if it was released twice',
        (state) => {
          state.allowOnce('key');
          state.allowOnce('key');
        },
        [true, false],
      ],
      [
        'is no other call',
        (state) => {
          state.allowOnce('other');
        },
        [false],
      ],
      [
        'is taken back by a reset',
        (state) => {
          state.allowOnce('key');
          state.reset();
        },
        [false],
      ],
    ];
    for (const [name, act, expected] of cases) {
      it(name, () => {
        const state = start();
        act(state);
        assert.deepEqual(
          expected.map(() => state.takeAllowOnce('key')),
          expected,
        );
      });
    }

    it('keeps no more than a hundred, the newest', () => {
      const state = start();
      for (let index = 0; index <= 100; index += 1) state.allowOnce(`key ${index}`);
      assert.equal(state.takeAllowOnce('key 0'), false);
      assert.equal(state.takeAllowOnce('key 1'), true);
      assert.equal(state.takeAllowOnce('key 100'), true);
    });
  });

  it('remembers what the classifier allowed, a thousand of them', () => {
    const state = start();
    assert.equal(state.cached('k0'), false);
    for (let index = 0; index <= 1000; index += 1) state.remember(`k${index}`);
    assert.equal(state.cached('k0'), false);
    assert.equal(state.cached('k1'), true);
    assert.equal(state.cached('k1000'), true);
  });

  it('forgets what the classifier allowed where another model may judge', () => {
    const state = start();
    state.remember('k');
    state.forgetVerdicts();
    assert.equal(state.cached('k'), false);
  });

  it('remembers which entries the user set aside', () => {
    const state = start();
    assert.equal(state.ignoresEntry('bash('), false);
    state.ignoreEntry('bash(');
    assert.equal(state.ignoresEntry('bash('), true);
    assert.equal(state.ignoresEntry('bash'), false);
  });

  it('reset forgets counters, history and pause', () => {
    const state = start();
    record(state, 'block', 'block', 'block');
    state.reset();
    const fresh = start(join(folder(), 'other', 'gate.json'));
    assert.deepEqual(state.snapshot(), fresh.snapshot());
    assert.deepEqual(start().snapshot(), fresh.snapshot());
  });

  it('tells every change, until nobody listens any more', () => {
    const state = start();
    let told = 0;
    const listening = state.onDidChange(() => {
      told += 1;
    });
    record(state, 'safe');
    state.resume();
    state.reset();
    state.ignoreEntry('x');
    assert.equal(told, 4);
    record(state, 'defer');
    assert.equal(told, 4);
    listening.dispose();
    record(state, 'safe');
    assert.equal(told, 4);
  });
});
