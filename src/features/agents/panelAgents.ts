import type { Decision } from '../../engine/model/decision';
import { asksDespiteAllow } from '../../facts/agents';
import type { PanelAgent } from '../../panel/messages';
import type { AgentActivity } from './agentActivity';
import { agentClaim } from './agentClaim';
import type { AgentHooks } from './agentHooks';
import { asksNobodyIn, isUsualMode } from '../../editor/agentMode';
import { agentName } from '../../editor/agentName';

export interface PanelAgentsParts {
  readonly hooks: AgentHooks;
  readonly activity: AgentActivity;
}

export class PanelAgents {
  constructor(private readonly parts: PanelAgentsParts) {}

  refresh(): void {
    this.parts.hooks.look();
  }

  decided(decision: Decision): void {
    const { agent } = decision;
    if (agent !== undefined && !this.parts.hooks.agents.includes(agent)) this.parts.activity.asked(agent, decision);
  }

  list(isOn: boolean): readonly PanelAgent[] {
    const { hooks, activity } = this.parts;
    return [...new Set([...hooks.agents, ...activity.known()])].map((id) => this.agent(id, isOn));
  }

  private agent(id: string, isOn: boolean): PanelAgent {
    const { hooks, activity } = this.parts;
    const connectable = hooks.agents.includes(id);
    const state = hooks.of(id);
    const record = activity.of(id);
    const { lastSeen, lastVerdict, lastEnforced, mode, subAgents, alarms, earlierAlarms } = record;
    const claim = agentClaim({
      connection: connectable ? (state?.connection ?? { state: 'not-connected' }) : undefined,
      launcherUsable: hooks.launcherUsable,
      untrusted: state?.untrusted,
      folderProblems: state?.folderProblems ?? [],
      isOn,
      seenHere: record.seenHere,
      proof: record.proof,
      alarms: alarms.length,
      asksDespiteAllow: asksDespiteAllow(id),
    });
    return {
      id,
      name: agentName(id),
      connectable,
      ...claim,
      ...(lastSeen === undefined ? {} : { lastSeen }),
      ...(lastVerdict === undefined ? {} : { lastVerdict }),
      ...(lastEnforced === undefined ? {} : { lastEnforced }),
      ...(mode === undefined || isUsualMode(mode) ? {} : { mode, asksNobody: asksNobodyIn(mode) }),
      ...(subAgents === 0 ? {} : { subAgents }),
      alarms,
      ...(earlierAlarms === 0 ? {} : { earlierAlarms }),
    };
  }
}
