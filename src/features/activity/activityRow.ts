import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { toolSpec } from '../../calls/tools/toolCatalogue';
import type { Decision } from '../../engine/model/decision';
import type { ActivityPart, ActivityRow } from '../../panel/activity';
import { isUnjudged } from '../../panel/panelDenial';
import { deciderOf } from '../../texts/deciders';
import { agentName } from '../../editor/agentName';
import { shortLine } from '../../common/visibleText';

const MAX_TOOL = 60;
const MAX_SUMMARY = 200;
const MAX_FOLDER = 40;

export interface KeptDecision {
  readonly number: number;
  readonly shown: Omit<ActivityRow, 'number' | 'place' | 'fold'>;
  readonly part: ActivityPart;
  /** Undefined outside of agent sessions. */
  readonly session: { readonly key: string; readonly heading: string } | undefined;
  /** Equal for calls that look alike and were decided alike. */
  readonly likeness: string;
}

/** Foreign text is made visible and short. */
export function keptDecision(decision: Decision, number: number): KeptDecision {
  const { id, at, outcome, stage, tool, summary, durationMs, agent } = decision;
  const action = shortLine(summary.startsWith(`${tool} `) ? summary.slice(tool.length + 1) : summary, MAX_SUMMARY);
  const kind = toolSpec(agent, tool)?.kind;
  const mark = markIn(action, decision.fragment);
  return {
    number,
    shown: {
      id,
      at,
      outcome,
      ...(isUnjudged(decision) ? { unjudged: true } : {}),
      stage,
      tool: shortLine(tool, MAX_TOOL),
      ...(kind === 'bash' || kind === 'powershell' ? { isCommand: true } : {}),
      summary: action,
      ...(mark === undefined ? {} : { mark }),
      durationMs,
      ...(agent === undefined ? {} : { agent: agentName(agent) }),
    },
    part: partOf(decision),
    session: sessionOf(decision),
    likeness: likenessOf(decision),
  };
}

export function partOf({ outcome, stage }: Pick<Decision, 'outcome' | 'stage'>): ActivityPart {
  return outcome === 'block' ? 'blocked' : deciderOf(stage);
}

/** Undefined unless it occurs once and is not the whole. */
function markIn(action: string, fragment: string | undefined): readonly [number, number] | undefined {
  if (fragment === undefined || fragment.length > MAX_SUMMARY) return undefined;
  const wanted = shortLine(fragment, MAX_SUMMARY);
  const start = wanted === '' ? -1 : action.indexOf(wanted);
  if (start === -1 || wanted === action || action.includes(wanted, start + 1)) return undefined;
  return [start, start + wanted.length];
}

function sessionOf({ agent, sessionId, cwd }: Decision): KeptDecision['session'] {
  if (agent === undefined || sessionId === undefined) return undefined;
  const folder = cwd === undefined ? '' : shortLine(basename(cwd), MAX_FOLDER);
  return {
    key: digest([agent, sessionId]),
    heading: [agentName(agent), ...(folder === '' ? [] : [folder])].join(' · '),
  };
}

/** The shown text may be cut. */
function likenessOf(decision: Decision): string {
  const { outcome, stage, tier, rule, reason, fragment, outage, tool, summary, cwd } = decision;
  const { agent, sessionId, subAgent, mode } = decision;
  const asked = decision.trace?.map(({ stage: by, said }) => [by, said]);
  return digest([
    [outcome, stage, tier, rule, reason, fragment, outage, asked],
    [tool, summary, cwd, agent, sessionId, subAgent, mode],
  ]);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64').slice(0, 24);
}
