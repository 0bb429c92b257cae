import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/engine/json';
import { callKey } from '../../../src/engine/callKey';
import { AutoMode, type AutoModeParts } from '../../../src/host/autoMode';
import { RecentCalls } from '../../../src/host/recentCalls';
import { GateState } from '../../../src/host/state/gateState';
import { inEnglish } from '../../../src/host/ui/translate';
import { decision } from './state/decisions';
import { temporaryFolder } from './state/temporaryFolder';

const LIMITS = { consecutive: 3, total: 20 };

describe('AutoMode, asked to loosen the gate', () => {
  const folder = temporaryFolder();
  let state: GateState;
  let calls: RecentCalls;
  let asked: { readonly question: string; readonly detail: string }[];
  let opened: string[];
  let yes: boolean;

  beforeEach(() => {
    state = new GateState({
      file: join(folder(), 'state.json'),
      redact: (text) => text,
      clock: { now: () => 0, monotonic: () => 0 },
    });
    calls = new RecentCalls();
    asked = [];
    opened = [];
    yes = false;
  });
  afterEach(() => {
    state.dispose();
  });

  function autoMode(): AutoMode {
    const parts: Pick<AutoModeParts, 'state' | 'calls' | 'confirm' | 'openWhole' | 't'> & { readonly status: unknown } =
      {
        state,
        calls,
        confirm: (question, detail) => {
          asked.push({ question, detail });
          return Promise.resolve(yes);
        },
        openWhole: (text) => {
          opened.push(text);
          return Promise.resolve();
        },
        t: inEnglish,
        status: {
          changed: () => undefined,
          status: () => ({}),
          snapshot: () => ({ denials: state.snapshot().denials }),
        },
      };
    return new AutoMode(parts as unknown as AutoModeParts);
  }

  function blocked(id: string, input: JsonObject, summary = 'bash …'): void {
    const made = decision({ id, summary, cwd: '/w/app', agent: 'claude-code', sessionId: 's1' });
    calls.note(made, input);
    state.record(made, { consecutive: 1000, total: 1000 });
  }

  describe('to release a call once', () => {
    it('shows the whole call, its folder and its agent, with nothing hidden in it', async () => {
      blocked('d1', { command: 'echo \u202egnp\nrm -rf ~/photos' });
      assert.deepEqual(await autoMode().allowOnce('d1', 'ask'), { released: false });
      const [{ detail } = assert.fail()] = asked;
      assert.match(detail, /rm -rf ~\/photos/);
      assert.match(detail, /\/w\/app/);
      assert.match(detail, /Claude Code/);
      assert.doesNotMatch(detail, /\u202e/);
    });

    it('opens a call that is too long for a dialog in an editor, and shows its end', async () => {
      blocked('d1', { command: `echo ${'a'.repeat(5000)}; rm -rf ~/photos` });
      await autoMode().allowOnce('d1', 'ask');
      assert.match(opened[0] ?? '', /a{5000}; rm -rf ~\/photos/);
      assert.match(asked[0]?.detail ?? '', /rm -rf ~\/photos/);
    });

    it('shows a call that the history no longer lists just as well', async () => {
      blocked('d1', { command: 'rm -rf ~/photos' });
      for (let index = 0; index < 20; index += 1) blocked(`later ${index}`, { command: 'true' });
      await autoMode().allowOnce('d1', 'ask');
      assert.match(asked[0]?.detail ?? '', /rm -rf ~\/photos/);
    });

    it('releases exactly that call, on yes alone', async () => {
      const input = { command: 'make' };
      const key = callKey({ agent: 'claude-code', sessionId: 's1', cwd: '/w/app', tool: 'bash', input });
      blocked('d1', input);
      await autoMode().allowOnce('d1', 'ask');
      assert.equal(state.takeAllowOnce(key), false);
      yes = true;
      assert.deepEqual(await autoMode().allowOnce('d1', 'ask'), { released: true });
      assert.equal(state.takeAllowOnce(key), true);
      await assert.rejects(autoMode().allowOnce('unknown', 'ask'), TypeError);
    });
  });

  describe('to forget what led towards a pause', () => {
    const cases: readonly (readonly [what: string, blocks: number, asks: boolean])[] = [
      ['nothing was blocked', 0, false],
      ['one block short of the pause', 2, true],
      ['paused', 3, true],
    ];
    for (const [what, blocks, asks] of cases) {
      it(`${what}: ${asks ? 'asks' : 'does not ask'}`, async () => {
        for (let count = 0; count < blocks; count += 1) state.record(decision(), LIMITS);
        await autoMode().reset('ask');
        assert.equal(asked.length, asks ? 1 : 0);
        assert.equal(state.snapshot().pause.total, blocks, 'without a yes the count stays');
        yes = true;
        await autoMode().reset('ask');
        assert.equal(state.snapshot().pause.total, 0);
        assert.equal(state.paused, false);
      });
    }
  });
});
