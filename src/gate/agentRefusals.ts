import { shortLine } from '../common/visibleText';
import type { AgentRefusal } from '../bridge/enforcement/agentAlarm';
import { recorded } from '../engine/record';
import type { Gate } from '../engine/model/ports';
import type { CallLog } from '../log/callLog';

const MAX_REASON = 1000;

/**
 * A refusal by an agent's own judge becomes a decision, for history, log and counters; not if the call is forgotten.
 */
export function keepRefusal(
  { decisionId, input, reason }: Pick<AgentRefusal, 'decisionId' | 'input' | 'reason'>,
  calls: Pick<CallLog, 'decided'>,
  gate: Gate,
): void {
  const decision = calls.decided(decisionId)?.decision;
  if (decision === undefined) return;
  const { tool, summary, cwd, agent, sessionId, callId, subAgent, mode } = decision;
  const subject = { tool, summary, cwd, agent, sessionId, callId, subAgent, mode };
  const words = shortLine(gate.redact(reason ?? ''), MAX_REASON);
  recorded(
    {
      id: gate.newId(),
      at: new Date(gate.clock.now()).toISOString(),
      durationMs: 0,
      outcome: 'block',
      stage: 'agent-judge',
      reason: words === '' ? 'The judge of the agent refused it.' : `The judge of the agent refused it: ${words}`,
      remedy: 'The user may release exactly this call once, or add an allow rule.',
      ...subject,
    },
    input,
    gate,
  );
}
