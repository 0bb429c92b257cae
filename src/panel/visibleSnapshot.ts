import type { PanelAgent, PanelSnapshot } from './messages';
import type { PanelDenial } from './panelDenial';
import { agentName } from '../editor/agentName';
import { shortLine, visibleLine, visibleLines } from '../common/visibleText';

const MAX_NAME = 60;

/** Agents, repositories and models supply foreign texts. */
export function visibleSnapshot(snapshot: PanelSnapshot): PanelSnapshot {
  const { classifier, modeDetail, denials, agents, problems, removedRules, unconfirmed } = snapshot;
  return {
    ...snapshot,
    modeDetail: optionalLine(modeDetail),
    denials: denials.map((denial) => visibleDenial(denial)),
    classifier: { ...classifier, model: optionalLine(classifier.model), detail: optionalLine(classifier.detail) },
    agents: agents.map(visibleAgent),
    problems: problems.map(({ entry, message, ...rest }) => ({
      ...rest,
      entry: visibleLine(entry),
      message: visibleLine(message),
    })),
    removedRules:
      removedRules === undefined ? undefined : { ...removedRules, rules: removedRules.rules.map(visibleLine) },
    unconfirmed: unconfirmed.map(visibleLine),
  };
}

export function visibleDenial(denial: PanelDenial): PanelDenial {
  const { tool, reason, summary, rule, remedy, agent, subAgent, mode } = denial;
  return {
    ...denial,
    tool: visibleLine(tool),
    reason: visibleLines(reason),
    summary: visibleLines(summary),
    rule: rule === undefined ? undefined : { ...rule, text: visibleLine(rule.text) },
    remedy: remedy === undefined ? undefined : visibleLines(remedy),
    agent: agent === undefined ? undefined : agentName(agent),
    ...(subAgent === undefined ? {} : { subAgent: shortLine(subAgent, MAX_NAME) }),
    ...(mode === undefined ? {} : { mode: shortLine(mode, MAX_NAME) }),
  };
}

function visibleAgent(agent: PanelAgent): PanelAgent {
  const { id, name, sentence, mode, alarms } = agent;
  return {
    ...agent,
    id: visibleLine(id),
    name: visibleLine(name),
    sentence: visibleLine(sentence),
    ...(mode === undefined ? {} : { mode: shortLine(mode, MAX_NAME) }),
    alarms: alarms.map(({ tool, detail, sessionId: _sessionId, ...alarm }) => ({
      ...alarm,
      tool: shortLine(tool, MAX_NAME),
      detail: visibleLine(detail),
    })),
  };
}

function optionalLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : visibleLine(text);
}
