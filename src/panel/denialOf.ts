import type { Decision } from '../engine/decision';
import type { PanelDenial } from './messages';

/** The history entry of a block. */
export function denialOf(decision: Decision): PanelDenial {
  return {
    id: decision.id,
    at: decision.at,
    tool: decision.tool,
    reason: decision.reason,
    summary: decision.summary,
    kind: decision.stage,
    rule: decision.rule,
    remedy: decision.remedy,
    agent: decision.agent,
  };
}
