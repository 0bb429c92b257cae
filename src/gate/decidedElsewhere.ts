import type { CallEnd } from '../bridge/enforcement/enforcement';
import type { LogRecord } from '../log/decisionLog';

/** More than a user's windows decide while a call runs. */
const MAX_RECORDS = 500;
/**
 * For agents without call ids any recent call of the same tool counts. A block by its id must be recent too: some
 * models repeat a few ids.
 */
const RECENT_MILLISECONDS = 10 * 60_000;

/**
 * What the shared log says of a call that this window does not know: another window decided it, or this one before a
 * reload. A block counts only if it is certainly about this call.
 * @param isOurs whether this window made the decision
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
