/** Turns a verdict into the decision that the log, the panel and the agent get. */
import { actionSummary, rawSummary } from '../calls/actionText';
import type { JsonValue } from '../common/json';
import type { Decision, Stage } from './model/decision';
import type { Gate } from './model/ports';
import type { CallContext, Verdict } from './model/stage';
import type { Reading } from './readRequest';

/** These harm nothing, so a full disk does not stop them; every other allow must leave a trace on disk first. */
const ALLOWED_WITHOUT_LOG: ReadonlySet<Stage> = new Set<Stage>(['safe-tool', 'read-only-command']);

/** Who asks for what: the part of a decision that is known before any stage runs. */
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

/** @param context of the round in which a stage judged the call; missing where none did */
export function summaryOf({ request }: Reading, gate: Pick<Gate, 'redact'>, context?: CallContext): string {
  if (context !== undefined) return actionSummary(context.call, gate.redact);
  return request === undefined
    ? 'a request that could not be read'
    : rawSummary(request.tool, request.input, gate.redact);
}

/** The same, where it may be the summary that failed. */
export function summaryAfterFailure(reading: Reading, gate: Pick<Gate, 'redact'>, context?: CallContext): string {
  try {
    return summaryOf(reading, gate, context);
  } catch {
    return 'a call that could not be shown';
  }
}

/**
 * Writes the decision to the log, then counts and shows it.
 * @returns the decision, or the block that replaces an allow which left no trace. Never throws.
 */
export function recorded(decision: Decision, input: JsonValue | undefined, gate: Gate): Decision {
  if (decision.outcome === 'defer') return decision;
  let final = decision;
  const written = succeeds(() => gate.writeLog(decision, input));
  if (!written && decision.outcome === 'allow' && !ALLOWED_WITHOUT_LOG.has(decision.stage)) {
    // Without the classifier's words: they spoke for the call, and must not count as its block.
    const { tier: _tier, classifier: _classifier, ...rest } = decision;
    final = { ...rest, ...NOT_LOGGED };
  }
  // The log has it by now: what fails in counting or showing it changes nothing about the decision.
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

/** False as well where the work throws. */
function succeeds(work: () => boolean): boolean {
  try {
    return work();
  } catch {
    return false;
  }
}
