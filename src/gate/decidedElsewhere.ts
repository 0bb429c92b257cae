import type { CallEnd } from '../bridge/enforcement/enforcement';
import type { LogRecord } from '../log/decisionLog';

const MAX_RECORDS = 500;
/** Without ids any recent call of the tool counts. Some models repeat ids. */
const RECENT_MILLISECONDS = 10 * 60_000;

/**
 * By another window, or this one before a reload. A block must surely be about this call.
 * @param isOurs this window decided
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
