import type {
  AgentAlarm,
  AgentObserver,
  AgentRefusal,
  AgentSighting,
  EnforcedVerdict,
} from '../../bridge/enforcement/agentAlarm';
import type { Decision } from '../../engine/model/decision';
import type { PanelAlarm, PanelEnforcement, PanelVerdict } from '../../panel/messages';
import type { AlarmList } from './alarmList';
import { Listeners } from '../../common/listeners';

/** Callers choose agents' names freely; further ones are ignored. */
const MAX_AGENTS = 20;
const MAX_SUB_AGENTS = 1000;

export interface AgentProof {
  readonly judged: boolean;
  readonly enforced: boolean;
  readonly blockEnforced: boolean;
  /** Its judge refused a call that was allowed here. */
  readonly overruled: boolean;
}

export interface AgentRecord {
  /** In any window: ISO 8601, UTC. */
  readonly lastSeen: string | undefined;
  /** In this window. */
  readonly seenHere: boolean;
  readonly mode: string | undefined;
  readonly subAgents: number;
  readonly lastVerdict: PanelVerdict | undefined;
  readonly lastEnforced: PanelEnforcement | undefined;
  readonly proof: AgentProof;
  readonly alarms: readonly PanelAlarm[];
  readonly earlierAlarms: number;
}

interface Known {
  lastSeen?: string;
  mode?: string;
  readonly subAgents: Set<string>;
  lastVerdict?: PanelVerdict;
  lastEnforced?: PanelEnforcement;
  proof: AgentProof;
  mark: string | undefined;
}

export interface KeptSightings {
  lastSeen(agent: string): string | undefined;
  note(agent: string, at: string): void;
}

export interface AgentActivityParts {
  readonly sightings: KeptSightings;
  readonly alarms: AlarmList;
  /** Changes with the hooks or their program. Undefined: no hooks. */
  readonly hooksMark: (agent: string) => string | undefined;
}

const NO_PROOF: AgentProof = { judged: false, enforced: false, blockEnforced: false, overruled: false };

/** Only from the bridge: anybody can call the extension's commands, which proves no hooks. */
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

  judged(agent: string, { outcome, stage, at }: Decision): void {
    this.note(agent, (known) => {
      known.lastVerdict = { outcome, stage, at };
      if (stage !== 'disabled') known.proof = { ...known.proof, judged: true };
    });
  }

  /** For a call through a command, whose caller's name is unverified: only for agents without hooks. */
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

  readonly refused = (agent: string, { outcome }: AgentRefusal): void => {
    if (outcome !== 'allow') return;
    this.note(agent, (known) => {
      known.proof = { ...known.proof, overruled: true };
    });
  };

  readonly alarm = (alarm: AgentAlarm): void => {
    this.countedAlarm(alarm);
  };

  /** A bypass voids earlier proof. */
  readonly countedAlarm = (alarm: Omit<AgentAlarm, 'unreported'>): void => {
    this.parts.alarms.add(alarm);
    this.note(alarm.agent, (known) => {
      known.proof = NO_PROOF;
    });
  };

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

  /** Proof of earlier hooks does not hold for these. */
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
