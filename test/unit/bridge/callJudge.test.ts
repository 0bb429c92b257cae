import assert from 'node:assert/strict';
import type { AgentDialect, HookCall } from '../../../src/agents/hooks/agentDialect';
import { genericDialect } from '../../../src/agents/generic/dialect';
import { CallJudge } from '../../../src/bridge/callJudge';
import type { Decision } from '../../../src/engine/model/decision';
import type { CheckRequest, TranscriptEntry } from '../../../src/calls/request';

const DECISION: Decision = {
  id: 'd1',
  at: '2026-11-22T08:00:00.000Z',
  durationMs: 5_000,
  outcome: 'allow',
  stage: 'user',
  reason: 'Fine.',
  tool: 'Bash',
  summary: '',
};
const call = (asks: 'first' | 'again'): HookCall => ({
  request: { tool: 'Bash', input: {}, cwd: '/w', sessionId: 's', callId: 'c1' },
  mode: undefined,
  transcriptPath: undefined,
  subAgentId: undefined,
  event: asks,
  pair: { key: 'k', asks },
});
const dialect: AgentDialect = genericDialect;
const never = new AbortController().signal;

describe('the judge of calls', () => {
  for (const [what, changes, decided] of [
    ['is given again where all is as it was when it was begun', false, 1],
    ['is made again where settings or files changed while it was made', true, 2],
  ] as const) {
    it(`a decision ${what}`, async () => {
      let basis = 'as it was';
      let looked = (): void => undefined;
      const first = new Promise<void>((resolve) => (looked = resolve));
      let asked = 0;
      const judge = new CallJudge({
        clock: { now: () => 0, monotonic: () => 0 },
        agreed: (_agent, _session, transcript) => transcript,
        basis: () => {
          looked();
          return Promise.resolve(basis);
        },
        decide: async () => {
          asked += 1;
          await first;
          if (changes) basis = 'otherwise';
          return DECISION;
        },
      });
      await judge.judge(call('first'), dialect, never);
      await judge.judge(call('again'), dialect, never);
      assert.equal(asked, decided);
    });
  }

  it('the user’s words are taken apart once it is agreed that they are the user’s', async () => {
    let compared: readonly TranscriptEntry[] = [];
    let judged: CheckRequest['transcript'];
    const judge = new CallJudge({
      clock: { now: () => 0, monotonic: () => 0 },
      agreed: (_agent, _session, transcript) => {
        compared = transcript;
        return transcript.map((entry) =>
          entry.role === 'user' && entry.text === 'c|d' ? { ...entry, role: 'task' } : entry,
        );
      },
      basis: () => Promise.resolve(undefined),
      decide: (request) => {
        judged = request.transcript;
        return Promise.resolve(DECISION);
      },
    });
    const written: readonly TranscriptEntry[] = [
      { role: 'user', text: 'a|b' },
      { role: 'user', text: 'c|d' },
      { role: 'assistant', text: 'e|f' },
    ];
    const telling: AgentDialect = {
      ...genericDialect,
      transcript: () => Promise.resolve(written),
      typedWords: (prompt) =>
        prompt.split('|').map((text, index) => ({ role: index === 0 ? ('user' as const) : ('task' as const), text })),
    };
    await judge.judge(call('first'), telling, never);
    assert.deepEqual(compared, written);
    assert.deepEqual(judged, [
      { role: 'user', text: 'a' },
      { role: 'task', text: 'b' },
      { role: 'task', text: 'c|d' },
      { role: 'assistant', text: 'e|f' },
    ]);
  });

  for (const [what, id, kind, shown] of [
    ['by its kind and id', 'a1b2', 'Explore', 'Explore a1b2'],
    ['by its id where that is all', 'a1b2', undefined, 'a1b2'],
    ['by its id where both are too long', 'a1b2', 'E'.repeat(252), 'a1b2'],
    ['not where there is none', undefined, 'Explore', undefined],
  ] as const) {
    it(`a sub-agent is named ${what}`, async () => {
      let judged: CheckRequest | undefined;
      const judge = new CallJudge({
        clock: { now: () => 0, monotonic: () => 0 },
        agreed: (_agent, _session, transcript) => transcript,
        basis: () => Promise.resolve(undefined),
        decide: (request) => {
          judged = request;
          return Promise.resolve(DECISION);
        },
      });
      const its = { subAgentId: id, ...(kind === undefined ? {} : { subAgentKind: kind }) };
      await judge.judge({ ...call('first'), ...its }, dialect, never);
      assert.equal(judged?.subAgent, shown);
    });
  }

  it('what code decides at once is not looked at', async () => {
    let looks = 0;
    const judge = new CallJudge({
      clock: { now: () => 0, monotonic: () => 0 },
      agreed: (_agent, _session, transcript) => transcript,
      basis: () => Promise.resolve(String((looks += 1))),
      decide: () => Promise.resolve({ ...DECISION, stage: 'permissions.deny', durationMs: 1 }),
    });
    await judge.judge(call('first'), dialect, never);
    assert.equal(looks, 0);
  });
});
