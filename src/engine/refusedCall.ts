import { rawSummary } from '../calls/actionText';
import type { Decision } from './model/decision';
import { jsonCopy } from '../common/jsonCopy';
import type { Gate } from './model/ports';
import { checkRequestSchema, type CheckRequest } from '../calls/request';

export interface UnbuiltGate extends Pick<Gate, 'clock' | 'newId' | 'redact' | 'writeLog'> {
  /** Throwing means on. */
  isOn(cwd: string | undefined, sessionId: string | undefined): boolean;
  readonly reason: string;
  readonly remedy: string;
}

/** A block under the first stage's name, or `defer` while auto mode is off. Never throws. */
export function refusedCall(raw: unknown, gate: UnbuiltGate): Decision {
  const started = gate.clock.monotonic();
  const request = understood(raw);
  const isOn = orElse(true, () => gate.isOn(request?.cwd, request?.sessionId));
  const decision: Decision = {
    id: gate.newId(),
    at: new Date(gate.clock.now()).toISOString(),
    durationMs: gate.clock.monotonic() - started,
    ...(isOn
      ? { outcome: 'block', stage: 'invalid-request', reason: gate.reason, remedy: gate.remedy }
      : {
          outcome: 'defer',
          stage: 'disabled',
          reason: "Auto mode is off here; the agent's own permission flow applies.",
        }),
    ...subject(request, gate),
    trace: [],
  };
  if (isOn) orElse(false, () => gate.writeLog(decision, request?.input));
  return decision;
}

function understood(raw: unknown): CheckRequest | undefined {
  const copy = jsonCopy(raw);
  return copy.ok ? checkRequestSchema.safeParse(copy.value).data : undefined;
}

function subject(request: CheckRequest | undefined, { redact }: UnbuiltGate): Pick<Decision, 'tool' | 'summary'> {
  if (request === undefined) return { tool: 'unreadable request', summary: 'a request that could not be read' };
  const { tool, input, cwd, agent, sessionId, callId, subAgent, mode } = request;
  const who = { cwd, agent, sessionId, callId, subAgent, mode };
  return {
    tool,
    summary: orElse('a call that could not be shown', () => rawSummary(tool, input, redact)),
    ...Object.fromEntries(Object.entries(who).filter(([, value]) => value !== undefined)),
  };
}

function orElse<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
