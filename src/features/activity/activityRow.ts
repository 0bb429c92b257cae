import type { Decision } from '../../engine/model/decision';
import type { ActivityRow } from '../../panel/activity';
import { isUnjudged } from '../../panel/panelDenial';
import { agentName } from '../../editor/agentName';
import { shortLine } from '../../common/visibleText';

const MAX_TOOL = 60;
const MAX_SUMMARY = 200;

/** All foreign text is made visible and short. */
export function activityRow(decision: Decision, number: number): ActivityRow {
  const { id, at, outcome, stage, tool, summary, durationMs, agent } = decision;
  const action = summary.startsWith(`${tool} `) ? summary.slice(tool.length + 1) : summary;
  return {
    number,
    id,
    at,
    outcome,
    ...(isUnjudged(decision) ? { unjudged: true } : {}),
    stage,
    tool: shortLine(tool, MAX_TOOL),
    summary: shortLine(action, MAX_SUMMARY),
    durationMs,
    ...(agent === undefined ? {} : { agent: agentName(agent) }),
  };
}
