import type { AgentAlarm, AgentObserver, AgentSighting, EnforcedVerdict } from '../../bridge/enforcement/agentAlarm';
import type { Decision } from '../../engine/model/decision';
import type { PanelAlarm, PanelEnforcement, PanelVerdict } from '../../panel/messages';
import type { AlarmList } from './alarmList';
import { Listeners } from '../../common/listeners';

/** Callers of the command name their agents as they like; of the names beyond these nothing is kept. */
const MAX_AGENTS = 20;
const MAX_SUB_AGENTS = 1000;

/** What was seen of an agent's hooks since they are as they are now, and since its last alarm. */
export interface AgentProof {
  /** A call that came through them was judged. */
  readonly judged: boolean;
  /** The agent was seen to keep to a verdict. */
  readonly enforced: boolean;
  /** To one that was a block. */
  readonly blockEnforced: boolean;
}

/** What this window knows of an agent. */
export interface AgentRecord {
  /** When its hooks told something last, in whichever window: ISO 8601, UTC. */
  readonly lastSeen: string | undefined;
  /** It was seen in this window, since the window was opened or reloaded. */
  readonly seenHere: boolean;
  /** Its own permission mode, by its last word on that. */
  readonly mode: string | undefined;
  /** How many sub-agents of it called. */
  readonly subAgents: number;
  readonly lastVerdict: PanelVerdict | undefined;
  readonly lastEnforced: PanelEnforcement | undefined;
  readonly proof: AgentProof;
  readonly alarms: readonly PanelAlarm[];
  /** Alarms that are not in the list any more. */
  readonly earlierAlarms: number;
}

interface Known {
  lastSeen?: string;
  mode?: string;
  readonly subAgents: Set<string>;
  lastVerdict?: PanelVerdict;
  lastEnforced?: PanelEnforcement;
  proof: AgentProof;
  /** Of the hooks that the proof is about. */
  mark: string | undefined;
}

/** When agents were seen last, kept for all windows. */
export interface KeptSightings {
  lastSeen(agent: string): string | undefined;
  note(agent: string, at: string): void;
}

export interface AgentActivityParts {
  readonly sightings: KeptSightings;
  readonly alarms: AlarmList;
  /** Names the hooks of the agent as they are now: another text once they, or what they run, were changed. Undefined: there are none. */
  readonly hooksMark: (agent: string) => string | undefined;
}

const NO_PROOF: AgentProof = { judged: false, enforced: false, blockEnforced: false };

/**
 * What agents were seen to do in this window, told by the bridge: whatever comes through the commands of the extension could come from
 * anybody and is no sign of an agent's hooks.
 */
export class AgentActivity implements AgentObserver {
  private readonly agents = new Map<string, Known>();
  private readonly listeners = new Listeners();

  constructor(private readonly parts: AgentActivityParts) {}

  readonly onDidChange = this.listeners.subscribe;

  readonly seen = (agent: string, { at, mode, subAgentId }: AgentSighting): void => {
    this.note(agent, (known) => {
      known.lastSeen = at;
      if (mode !== undefined) known.mode = mode;
      if (subAgentId !== undefined && known.subAgents.size < MAX_SUB_AGENTS) known.subAgents.add(subAgentId);
    });
    this.parts.sightings.note(agent, at);
  };

  /** A call that came through the agent's hooks was decided. Where auto mode is off nothing was judged. */
  judged(agent: string, { outcome, stage, at }: Decision): void {
    this.note(agent, (known) => {
      known.lastVerdict = { outcome, stage, at };
      if (outcome !== 'defer') known.proof = { ...known.proof, judged: true };
    });
  }

  /** A call that came through a command was decided. Anybody can say there who they are: for agents without hooks of the gate only. */
  asked(agent: string, { outcome, stage, at, mode }: Decision): void {
    this.note(agent, (known) => {
      known.lastSeen = at;
      known.lastVerdict = { outcome, stage, at };
      if (mode !== undefined) known.mode = mode;
    });
  }

  readonly enforced = (agent: string, { outcome, at }: EnforcedVerdict): void => {
    this.note(agent, (known) => {
      known.lastEnforced = { outcome, at };
      known.proof = {
        ...known.proof,
        enforced: true,
        blockEnforced: known.proof.blockEnforced || outcome === 'block',
      };
    });
  };

  readonly alarm = (alarm: AgentAlarm): void => {
    this.countedAlarm(alarm);
  };

  /** What was seen before is no proof any more of an agent that has gone past the gate, whether or not the user is told of it again. */
  readonly countedAlarm = (alarm: Omit<AgentAlarm, 'unreported'>): void => {
    this.parts.alarms.add(alarm);
    this.note(alarm.agent, (known) => {
      known.proof = NO_PROOF;
    });
  };

  /** The user has seen it. Nothing happens where there is no such alarm, or where it has come again meanwhile. */
  dismissAlarm(id: string): void {
    if (this.parts.alarms.dismiss(id)) this.notify();
  }

  of(agent: string): AgentRecord {
    const { sightings, alarms } = this.parts;
    const known = this.agents.get(agent);
    const here = known === undefined ? undefined : this.withPresentProof(agent, known);
    return {
      lastSeen: here?.lastSeen ?? sightings.lastSeen(agent),
      seenHere: here?.lastSeen !== undefined,
      mode: here?.mode,
      subAgents: here?.subAgents.size ?? 0,
      lastVerdict: here?.lastVerdict,
      lastEnforced: here?.lastEnforced,
      proof: here?.proof ?? NO_PROOF,
      alarms: alarms.of(agent),
      earlierAlarms: alarms.earlier(agent),
    };
  }

  /** Of which anything is known in this window. */
  known(): readonly string[] {
    return [...new Set([...this.agents.keys(), ...this.parts.alarms.agents()])];
  }

  private note(agent: string, change: (known: Known) => void): void {
    if (!this.agents.has(agent) && this.agents.size >= MAX_AGENTS) return;
    const known = this.agents.get(agent) ?? {
      subAgents: new Set<string>(),
      proof: NO_PROOF,
      mark: this.parts.hooksMark(agent),
    };
    this.agents.set(agent, known);
    change(this.withPresentProof(agent, known));
    this.notify();
  }

  /** What was seen of other hooks than the present ones proves nothing of these. */
  private withPresentProof(agent: string, known: Known): Known {
    const mark = this.parts.hooksMark(agent);
    if (known.mark !== mark) {
      known.mark = mark;
      known.proof = NO_PROOF;
    }
    return known;
  }

  private notify(): void {
    this.listeners.fire();
  }
}
