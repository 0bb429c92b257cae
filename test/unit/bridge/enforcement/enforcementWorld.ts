import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import type { AgentNotice } from '../../../../src/agents/hooks/agentNotice';
import type { AgentAlarm } from '../../../../src/bridge/enforcement/agentAlarm';
import { Enforcement, type VerdictOnItsWay } from '../../../../src/bridge/enforcement/enforcement';
import type { Outcome } from '../../../../src/engine/model/decision';
import type { JsonObject } from '../../../../src/common/json';

export const MINUTE = 60_000;
export const SECRET = 'sk-not-to-be-told';

export interface Which {
  readonly callId?: string | undefined;
  readonly input?: JsonObject;
  readonly tool?: string;
  readonly session?: string;
  readonly subAgent?: string;
  readonly agent?: string;
  /** To the agent's own judge, instead of auto mode being off. */
  readonly isLeft?: boolean;
  /** The command that was given back. */
  readonly rewritten?: string;
}

/** One window and what it tells of one agent. */
export class World {
  now = 0;
  readonly alarms: AgentAlarm[] = [];
  readonly enforced: string[] = [];
  readonly counted: string[] = [];
  readonly endedIds: string[] = [];
  readonly refused: string[] = [];
  decidedElsewhere: 'let' | 'blocked' | undefined;
  private readonly enforcement = new Enforcement({
    clock: { now: () => this.now, monotonic: () => this.now },
    observer: {
      alarm: (alarm) => this.alarms.push(alarm),
      countedAlarm: ({ agent, kind }) => this.counted.push(`${agent} ${kind}`),
      ended: (agent, id) => this.endedIds.push(`${agent} ${id}`),
      refused: (agent, { decisionId, reason }) => this.refused.push(`${agent} ${decisionId} ${reason ?? ''}`),
      enforced: (agent, { decisionId, outcome }) => this.enforced.push(`${agent} ${decisionId} ${outcome}`),
    },
    decidedElsewhere: () => this.decidedElsewhere,
    comparedInput: (_agent, tool, { description: _description, ...rest }) => (tool === 'Ask' ? {} : rest),
  });

  judged(outcome: Outcome, which: Which = {}, id: string | undefined = 'd'): VerdictOnItsWay {
    const { callId = 'c1', input = { command: SECRET }, tool = 'Bash', session = 's', subAgent } = which;
    const isNamed = !('callId' in which) || which.callId !== undefined;
    const call: HookCall = {
      request: { tool, input, cwd: '/w', sessionId: session, ...(isNamed ? { callId } : {}) },
      mode: undefined,
      transcriptPath: undefined,
      subAgentId: subAgent,
    };
    return this.enforcement.judged(which.agent ?? 'codex', call, {
      outcome,
      ...(outcome === 'defer' ? { stage: which.isLeft === true ? 'agent-judge' : 'disabled' } : {}),
      ...(id === '' ? {} : { id }),
      rewritten: which.rewritten,
    });
  }

  private notice(which: Which): Pick<AgentNotice, 'sessionId' | 'cwd' | 'mode' | 'subAgentId'> {
    return { sessionId: which.session ?? 's', cwd: '/w', mode: undefined, subAgentId: which.subAgent };
  }

  ended(which: Which = {}, end: 'ran' | 'refused-by-agent' = 'ran'): void {
    const { tool = 'Bash', input = { command: SECRET } } = which;
    const callId = 'callId' in which ? which.callId : 'c1';
    const { agent = 'codex' } = which;
    const reason = end === 'ran' ? {} : { reason: 'because' };
    this.enforcement.noticed(agent, { ...this.notice(which), kind: 'call-ended', tool, input, callId, end, ...reason });
  }

  unheard(agent = 'codex'): void {
    this.enforcement.noteUnreadable(agent);
  }

  starts(which: Which = {}, continued = false): void {
    this.enforcement.noticed('codex', { ...this.notice(which), kind: 'session-start', continued });
  }

  prompted(which: Which = {}): void {
    this.enforcement.noticed('codex', { ...this.notice(which), kind: 'prompt', text: 'go on', from: 'user' });
  }

  ends(): void {
    this.enforcement.noticed('codex', { ...this.notice({}), kind: 'session-end' });
  }

  get kinds(): readonly string[] {
    return this.alarms.map(({ kind, tool }) => `${kind} ${tool}`);
  }
}

export const NAMELESS = { callId: undefined };
export const OTHER: Which = { input: { command: 'other' } };
