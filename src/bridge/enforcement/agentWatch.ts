import type { AgentDialect, HookCall } from '../../agents/hooks/agentDialect';
import type { AgentNotice, NoticeOrigin } from '../../agents/hooks/agentNotice';
import type { Clock } from '../../common/clock';
import type { TranscriptEntry } from '../../calls/request';
import type { AgentObserver, AgentSighting } from './agentAlarm';
import { Enforcement, type DecidedElsewhere, type GivenAnswer, type VerdictOnItsWay } from './enforcement';
import { PromptMemory } from './promptMemory';

export interface AgentWatchOptions {
  readonly clock: Clock;
  readonly observer: AgentObserver;
  readonly dialects: readonly AgentDialect[];
  readonly decidedElsewhere: DecidedElsewhere | undefined;
}

export class AgentWatch {
  private readonly prompts = new PromptMemory();
  private readonly enforcement: Enforcement;

  constructor(private readonly options: AgentWatchOptions) {
    const { clock, observer, dialects, decidedElsewhere } = options;
    this.enforcement = new Enforcement({
      clock,
      observer,
      ...(decidedElsewhere === undefined ? {} : { decidedElsewhere }),
      comparedInput: (agent, tool, input) =>
        dialects.find(({ id }) => id === agent)?.comparedInput?.(tool, input) ?? input,
    });
  }

  called(agent: string, { request: { sessionId }, mode, subAgentId, event }: HookCall): void {
    this.seen(agent, 'call', { sessionId, mode, subAgentId }, event);
  }

  noticed(agent: string, notice: AgentNotice): void {
    this.seen(agent, notice.kind, notice);
    this.prompts.noticed(agent, notice);
    this.enforcement.noticed(agent, notice);
  }

  noteUnreadable(agent: string): void {
    this.enforcement.noteUnreadable(agent);
  }

  judged(agent: string, call: HookCall, verdict: GivenAnswer): VerdictOnItsWay {
    return this.enforcement.judged(agent, call, verdict);
  }

  agreed(
    agent: string,
    sessionId: string | undefined,
    transcript: readonly TranscriptEntry[],
  ): readonly TranscriptEntry[] {
    return this.prompts.agreed(agent, sessionId, transcript);
  }

  private seen(
    agent: string,
    kind: AgentSighting['kind'],
    { sessionId, mode, subAgentId }: Pick<NoticeOrigin, 'mode' | 'subAgentId'> & Pick<AgentSighting, 'sessionId'>,
    event?: string,
  ): void {
    const at = new Date(this.options.clock.now()).toISOString();
    const more = event === undefined ? {} : { event };
    this.options.observer.seen?.(agent, { at, kind, sessionId, mode, subAgentId, ...more });
  }
}
