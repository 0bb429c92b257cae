import assert from 'node:assert/strict';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { PairedDecisions } from '../../../../src/bridge/enforcement/pairedDecisions';
import type { Decision } from '../../../../src/engine/model/decision';
import type { CallEnvironment } from '../../../../src/calls/request';

const DECISION: Decision = {
  id: 'd1',
  at: '2026-11-22T08:00:00.000Z',
  durationMs: 1,
  outcome: 'allow',
  stage: 'classifier',
  reason: 'Fine.',
  tool: 'Bash',
  summary: '',
};
const PAIR_MS = 10 * 60_000;
const DOUBLE_MS = 10_000;

interface Which {
  readonly pair?: HookCall['pair'];
  readonly callId?: string;
  readonly input?: Record<string, string>;
  readonly session?: string;
  readonly event?: string;
  readonly cwd?: string;
  readonly tool?: string;
  readonly subAgent?: string;
  readonly mode?: string;
  readonly transcriptPath?: string;
  readonly environment?: CallEnvironment | null;
}

function call({ pair, callId, input = {}, session = 's', event, cwd = '/w', tool = 'Bash', ...more }: Which): HookCall {
  return {
    request: {
      ...{ tool, input, cwd, sessionId: session },
      ...(callId === undefined ? {} : { callId }),
      ...(more.environment === undefined ? {} : { environment: more.environment }),
    },
    mode: more.mode,
    transcriptPath: more.transcriptPath,
    subAgentId: more.subAgent,
    ...(pair === undefined ? {} : { pair }),
    ...(event === undefined ? {} : { event }),
  };
}
const first = (key = 'k', more: Which = {}): HookCall => call({ ...more, pair: { key, asks: 'first' } });
const again = (key = 'k', more: Which = {}): HookCall => call({ ...more, pair: { key, asks: 'again' } });
const PATHS = { PATH: '/usr/bin' };
const OTHERS = { PATH: '/tmp/x:/usr/bin' };
const named = (more: Which = {}): HookCall => call({ callId: 'c1', ...more });

describe('decisions about calls that are asked about twice', () => {
  let now: number;
  let basis: string | undefined;
  let paired: PairedDecisions;
  beforeEach(() => {
    now = 0;
    basis = 'as it was';
    paired = new PairedDecisions({ now: () => now, monotonic: () => now }, () => Promise.resolve(basis));
  });
  const keep = (asked: HookCall, decision = DECISION): Promise<void> =>
    paired.keep('codex', asked, asked.request, decision);
  const take = (asked: HookCall): Promise<Decision | undefined> => paired.take('codex', asked);

  const twice: readonly (readonly [what: string, first: HookCall, second: HookCall, milliseconds: number])[] = [
    ['one that its agent asks about in two events', first(), again(), PAIR_MS],
    ['one of an id that comes through two hooks', named(), named(), DOUBLE_MS],
  ];
  it('is given again, by code or a judge, where its agent asks twice about every call', async () => {
    const byCode = { ...DECISION, stage: 'read-only-command' as const };
    const once = (asks: 'first' | 'again'): HookCall => call({ pair: { key: 'k', asks, countsOnce: true } });
    await keep(once('first'), byCode);
    assert.equal(await take(once('again')), byCode);
    await keep(first(), byCode);
    assert.equal(await take(again()), undefined);
  });

  for (const [what, one, other, milliseconds] of twice) {
    describe(what, () => {
      it('is given once', async () => {
        await keep(one);
        assert.equal(await take(other), DECISION);
        assert.equal(await take(other), undefined);
      });

      it('is not given once settings or files are others', async () => {
        await keep(one);
        basis = 'otherwise';
        assert.equal(await take(other), undefined);
        basis = 'as it was';
        assert.equal(await take(other), undefined);
      });

      it('is not kept where it cannot be told what it rests on', async () => {
        basis = undefined;
        await keep(one);
        assert.equal(await take(other), undefined);
      });

      it('grows old', async () => {
        await keep(one);
        now = milliseconds;
        assert.equal(await take(other), undefined);
      });

      it('is replaced by a later one, and goes where the later one is not kept', async () => {
        const later = { ...DECISION, outcome: 'block' as const };
        await keep(one);
        await keep(one, later);
        assert.equal(await take(other), later);
        await keep(one);
        await keep(one, { ...DECISION, stage: 'read-only-command' });
        assert.equal(await take(other), undefined);
      });

      it('is not kept where it is too large', async () => {
        const request = { ...one.request, input: { command: 'x'.repeat(70_000) } };
        await paired.keep('codex', one, request, DECISION);
        assert.equal(await take(other), undefined);
      });

      it('is not given to another agent', async () => {
        await keep(one);
        assert.equal(await paired.take('copilot', other), undefined);
      });
    });
  }

  const kept: readonly (readonly [stage: Decision['stage'], durationMs: number, kept: boolean])[] = [
    ['classifier', 1, true],
    ['user', 1, true],
    ['allow-once', 1, true],
    ['permissions.ask', 1, true],
    ['permissions.deny', 1, false],
    ['hard-deny', 1, false],
    ['read-only-command', 1, false],
    ['disabled', 1, false],
    // The user was asked before.
    ['read-only-command', 1_000, true],
  ];
  for (const [stage, durationMs, isKept] of kept) {
    it(`of ${stage}, made in ${durationMs} ms: ${isKept ? 'given again' : 'made again'}`, async () => {
      const decision = { ...DECISION, stage, durationMs };
      await keep(first(), decision);
      assert.equal(await take(again()), isKept ? decision : undefined);
    });
  }

  const none: readonly (readonly [what: string, kept: HookCall, asking: HookCall])[] = [
    ['another call', first(), again('other')],
    ['a first question', first(), first()],
    ['a call without a pair', first(), call({})],
    ['a call that its agent asked about only the second time', again(), again()],
    ['a call of the same id with another input', named(), named({ input: { command: 'rm' } })],
    ['a call of the same id in another session', named(), named({ session: 's2' })],
    ['a call of the same id in another event', named({ event: 'PreToolUse' }), named({ event: 'PermissionRequest' })],
    ['a call without an id', call({}), call({})],
    ['a call of the same id in another folder', named(), named({ cwd: '/other' })],
    ['a call of the same id with another tool', named(), named({ tool: 'Edit' })],
    ['a call of the same id of a sub-agent', named(), named({ subAgent: 'a' })],
    ['a call of the same id in another mode', named({ mode: 'plan' }), named({ mode: 'default' })],
    ['a call of the same id with another transcript', named({ transcriptPath: '/t' }), named({ transcriptPath: '/u' })],
    ['a call of the same id in another environment', named({ environment: PATHS }), named({ environment: OTHERS })],
    ['a call of the same id in an unknown environment', named({ environment: {} }), named({ environment: null })],
    ['a pair in another environment', first('k', { environment: PATHS }), again('k', { environment: OTHERS })],
    ['a pair in an environment of which nothing is told', first('k', { environment: {} }), again()],
  ];
  for (const [what, one, asking] of none) {
    it(`are not given for ${what}`, async () => {
      await keep(one);
      assert.equal(await take(asking), undefined);
    });
  }

  it('are not given once the call is over', async () => {
    await keep(named());
    paired.ended('codex', { sessionId: 's', callId: 'c2' });
    paired.ended('copilot', { sessionId: 's', callId: 'c1' });
    assert.equal(await take(named()), DECISION);
    await keep(named());
    paired.ended('codex', { sessionId: 's', callId: 'c1' });
    assert.equal(await take(named()), undefined);
  });

  it('are given where the environment reads alike, in whatever order', async () => {
    await keep(first('k', { environment: { A: '1', B: null } }));
    assert.equal(await take(again('k', { environment: { B: null, A: '1' } })), DECISION);
  });

  it('are not given once the user has said something else in the session', async () => {
    await keep(first());
    await keep(named());
    paired.prompted('codex', 's2');
    paired.prompted('copilot', 's');
    assert.equal(await take(again()), DECISION);
    await keep(first());
    paired.prompted('codex', 's');
    assert.equal(await take(again()), undefined);
    assert.equal(await take(named()), undefined);
  });

  it('are so many at most', async () => {
    for (let index = 0; index <= 200; index += 1) await keep(first(String(index)));
    assert.equal(await take(again('0')), undefined);
    assert.equal(await take(again('1')), DECISION);
  });

  describe('in the words that they were given back', () => {
    const GIVEN = "'/home/u/.auto-mode/contained/run' 0a";
    const GIVEN_BACK: Decision = { ...DECISION, stage: 'contained', rewritten: GIVEN };
    const { rewritten: _rewritten, ...SAME } = GIVEN_BACK;
    const original = call({ input: { command: 'npm test' } });
    const given = (more: Which = {}): HookCall => call({ input: { command: GIVEN }, ...more });

    beforeEach(() => paired.keep('codex', original, original.request, GIVEN_BACK));

    it('hold once, and give nothing back any more', async () => {
      assert.deepEqual(await paired.take('codex', given()), SAME);
      assert.equal(await paired.take('codex', given()), undefined);
    });

    const others: readonly (readonly [string, string, HookCall])[] = [
      ['the original call', 'codex', original],
      ['another session', 'codex', given({ session: 'other' })],
      ['another agent', 'copilot', given()],
      ['more than was given back', 'codex', given({ input: { command: `${GIVEN}; rm -rf ~` } })],
    ];
    for (const [what, agent, other] of others) {
      it(`do not hold for ${what}`, async () => {
        assert.equal(await paired.take(agent, other), undefined);
      });
    }

    it('do not hold once rules or files have changed, or later', async () => {
      basis = 'another deny rule';
      assert.equal(await paired.take('codex', given()), undefined);
      basis = 'as it was';
      await paired.keep('codex', original, original.request, GIVEN_BACK);
      now = PAIR_MS + 1;
      assert.equal(await paired.take('codex', given()), undefined);
    });
  });
});
