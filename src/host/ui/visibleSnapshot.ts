import type { PanelDenial, PanelSnapshot } from '../../panel/messages';
import { agentName } from './agentName';
import { visibleLine, visibleLines } from './visibleText';

/** The snapshot with everything in its foreign texts made visible: they come from agents, repositories and models. */
export function visibleSnapshot(snapshot: PanelSnapshot): PanelSnapshot {
  const { classifier, modeDetail, denials, agents, problems, goneRules, unconfirmed } = snapshot;
  return {
    ...snapshot,
    modeDetail: optionalLine(modeDetail),
    denials: denials.map(visibleDenial),
    classifier: { ...classifier, model: optionalLine(classifier.model), detail: optionalLine(classifier.detail) },
    agents: agents.map((agent) => ({ ...agent, name: visibleLine(agent.name) })),
    problems: problems.map(({ entry, message }) => ({ entry: visibleLine(entry), message: visibleLine(message) })),
    goneRules: goneRules === undefined ? undefined : { ...goneRules, rules: goneRules.rules.map(visibleLine) },
    unconfirmed: unconfirmed.map(visibleLine),
  };
}

function visibleDenial(denial: PanelDenial): PanelDenial {
  const { tool, reason, summary, rule, remedy, agent } = denial;
  return {
    ...denial,
    tool: visibleLine(tool),
    reason: visibleLines(reason),
    summary: visibleLines(summary),
    rule: rule === undefined ? undefined : { ...rule, text: visibleLine(rule.text) },
    remedy: remedy === undefined ? undefined : visibleLines(remedy),
    agent: agent === undefined ? undefined : agentName(agent),
  };
}

function optionalLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : visibleLine(text);
}
