import { shortLine } from '../common/visibleText';
import type { AgentRefusal } from '../bridge/enforcement/agentAlarm';
import { recorded } from '../engine/record';
import type { Gate } from '../engine/model/ports';
import type { CallLog } from '../log/callLog';

const MAX_REASON = 1000;

/**
 * Keeps what an agent's own judge refused as a decision of its own, so that history, log and counters show it.
 * A refusal of a call that is no longer known is not kept.
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
