import { actionSummary, rawSummary } from '../calls/actionText';
import type { JsonValue } from '../common/json';
import { shownRuns } from './closure/shownRuns';
import type { Decision, Stage } from './model/decision';
import type { Gate } from './model/ports';
import type { CallContext, Verdict } from './model/stage';
import type { Reading } from './readRequest';

/** A full disk does not stop these; any other allow must first be on disk. */
const ALLOWED_WITHOUT_LOG: ReadonlySet<Stage> = new Set<Stage>(['safe-tool', 'read-only-command']);

export function subjectOf({ request }: Reading): Pick<Decision, 'tool'> & Partial<Decision> {
  if (request === undefined) return { tool: 'unreadable request' };
  const { tool, cwd, agent, sessionId, callId, subAgent, mode } = request;
  return {
    tool,
    ...(cwd === undefined ? {} : { cwd }),
    ...(agent === undefined ? {} : { agent }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(callId === undefined ? {} : { callId }),
    ...(subAgent === undefined ? {} : { subAgent }),
    ...(mode === undefined ? {} : { mode }),
  };
}

export function runsOf(context: CallContext): Pick<Decision, 'runs'> {
  if (context.call.line === undefined) return {};
  const runs = shownRuns(context.closure, context.gate);
  return runs === undefined ? {} : { runs };
}

export function summaryOf({ request }: Reading, gate: Pick<Gate, 'redact'>, context?: CallContext): string {
  if (context !== undefined) return actionSummary(context.call, gate.redact);
  return request === undefined
    ? 'a request that could not be read'
    : rawSummary(request.tool, request.input, gate.redact);
}

/** Also if the summary failed. */
export function summaryAfterFailure(reading: Reading, gate: Pick<Gate, 'redact'>, context?: CallContext): string {
  try {
    return summaryOf(reading, gate, context);
  } catch {
    return 'a call that could not be shown';
  }
}

/**
 * Never throws.
 * @returns a block for an allow that could not be logged
 */
export function recorded(decision: Decision, input: JsonValue | undefined, gate: Gate): Decision {
  if (decision.stage === 'disabled') return decision;
  let final = decision;
  const written = succeeds(() => gate.writeLog(decision, input));
  if (!written && decision.outcome === 'allow' && !ALLOWED_WITHOUT_LOG.has(decision.stage)) {
    // Otherwise the block would count as the classifier's.
    const { tier: _tier, classifier: _classifier, ...rest } = decision;
    final = { ...rest, ...NOT_LOGGED };
  }
  // It is logged: a failure changes nothing.
  succeeds(() => {
    gate.note(final);
    return true;
  });
  return final;
}

const NOT_LOGGED: Pick<Verdict, 'outcome' | 'reason' | 'remedy'> = {
  outcome: 'block',
  reason: 'The decision log on disk cannot be written, and a call is not allowed without a trace.',
  remedy: 'Free disk space or mend the permissions of the log folder (command "Auto Mode: Show Log").',
};

function succeeds(work: () => boolean): boolean {
  try {
    return work();
  } catch {
    return false;
  }
}
