import type { CallEnd } from '../bridge/enforcement/enforcement';
import type { LogRecord } from '../log/decisionLog';

/** More than the windows of one user decide while a call runs. */
const MAX_RECORDS = 500;
/**
 * Of an agent that gives its calls no ids, any call of the same tool counts: but none that was decided so long before. Nor does a block by
 * its id then: some models give the same few ids over and over.
 */
const RECENT_MILLISECONDS = 10 * 60_000;

/**
 * What the log, which all windows share, says of a call that this window knows nothing of: another window decided it, or this one before it
 * was reloaded. A block counts only where it is certain to be about this call.
 * @param isOurs tells the decisions that this window knows, by their ids
 */
export function decidedElsewhere(
  { agent, sessionId, tool, callId }: CallEnd,
  isOurs: (decisionId: string) => boolean,
  log: { readRecent(count: number): readonly Pick<LogRecord, 'decision'>[] },
  now: number,
): 'let' | 'blocked' | undefined {
  let isBlocked = false;
  for (const { decision } of log.readRecent(MAX_RECORDS)) {
    if (decision.agent !== agent || decision.sessionId !== sessionId || isOurs(decision.id)) continue;
    if (decision.tool !== tool) continue;
    const isRecent = now - Date.parse(decision.at) < RECENT_MILLISECONDS;
    const isNamed = callId !== undefined && decision.callId !== undefined;
    if (isNamed ? decision.callId !== callId : !isRecent) continue;
    if (decision.outcome !== 'block') return 'let';
    isBlocked ||= isNamed && isRecent;
  }
  return isBlocked ? 'blocked' : undefined;
}
