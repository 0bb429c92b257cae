import { rawSummary } from '../calls/actionText';
import type { Decision } from './model/decision';
import { jsonCopy } from '../common/jsonCopy';
import type { Gate } from './model/ports';
import { checkRequestSchema, type CheckRequest } from '../calls/request';

/** What is left of a gate that could not be built. */
export interface UnbuiltGate extends Pick<Gate, 'clock' | 'newId' | 'redact' | 'writeLog'> {
  /** Whether auto mode is on for a call. Where this throws, it counts as on. */
  isOn(cwd: string | undefined, sessionId: string | undefined): boolean;
  /** Sentences for the user and the agent. */
  readonly reason: string;
  readonly remedy: string;
}

/**
 * The decision about any call where no gate could be built: a block that is no stage's word, so it bears the first one's name. Where auto
 * mode is off the call is left to the agent, as always.
 * @param raw what the caller sent, unchecked
 * @returns never throws
 */
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
  // A block needs no trace on disk to hold; what keeps the gate from being built may keep the log from being written.
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
