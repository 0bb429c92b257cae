import assert from 'node:assert/strict';
import { decisionSchema, type Decision } from '../../../src/engine/model/decision';
import { refusedCall, type UnbuiltGate } from '../../../src/engine/refusedCall';

interface Refusal {
  readonly decision: Decision;
  readonly written: readonly Decision[];
}

function refused(request: unknown, over: Partial<UnbuiltGate> = {}): Refusal {
  const written: Decision[] = [];
  const decision = refusedCall(request, {
    clock: { now: () => 0, monotonic: () => 0 },
    newId: () => 'id',
    redact: (text) => text.replaceAll('s3cret', '***'),
    writeLog: (one) => written.push(one) > 0,
    isOn: () => true,
    reason: 'It could not start.',
    remedy: 'Reload.',
    ...over,
  });
  return { decision, written };
}

const CALL = { tool: 'bash', input: { command: 'ls s3cret' }, cwd: '/w', agent: 'codex', sessionId: 's', callId: 'c' };

describe('a call where no gate could be built', () => {
  it('is blocked with the reason, as the call that it is, and recorded', () => {
    const { decision, written } = refused(CALL);
    assert.deepEqual(decisionSchema.parse(decision), {
      id: 'id',
      at: '1970-01-01T00:00:00.000Z',
      durationMs: 0,
      outcome: 'block',
      stage: 'invalid-request',
      reason: 'It could not start.',
      remedy: 'Reload.',
      tool: 'bash',
      summary: 'bash {"command":"ls ***"}',
      cwd: '/w',
      agent: 'codex',
      sessionId: 's',
      callId: 'c',
      trace: [],
    });
    assert.deepEqual(written, [decision]);
  });

  const throws = (): never => {
    throw new Error('broken');
  };
  const rows: readonly (readonly [what: string, request: unknown, over: Partial<UnbuiltGate>, outcome: string])[] = [
    ['that nobody can read', 'nonsense', {}, 'block'],
    [
      'with a getter in it',
      Object.defineProperty({ tool: 'bash' }, 'input', { get: throws, enumerable: true }),
      {},
      'block',
    ],
    ['where it is not known whether auto mode is on', CALL, { isOn: throws }, 'block'],
    ['where the log cannot be written', CALL, { writeLog: throws }, 'block'],
    ['where secrets cannot be taken out', CALL, { redact: throws }, 'block'],
    ['where auto mode is off', CALL, { isOn: () => false }, 'defer'],
    ['where auto mode is off for its session', CALL, { isOn: (_, session) => session !== 's' }, 'defer'],
    ['where auto mode is off in another folder', CALL, { isOn: (cwd) => cwd === '/w' }, 'block'],
    ['that nobody can read, in a window that is off', 'nonsense', { isOn: () => false }, 'defer'],
  ];
  for (const [what, request, over, outcome] of rows) {
    it(`${what}: ${outcome}`, () => {
      assert.equal(decisionSchema.parse(refused(request, over).decision).outcome, outcome);
    });
  }

  it('is not recorded where it is left to the agent', () => {
    assert.deepEqual(refused(CALL, { isOn: () => false }).written, []);
  });
});
