import type { AgentDialect, HookCall } from '../agents/hooks/agentDialect';
import { OUTCOMES, type Decision } from '../engine/model/decision';
import type { Clock } from '../common/clock';
import type { CheckRequest, TranscriptEntry } from '../calls/request';
import type { AnswerBy, Decide } from './protocol/decide';
import { CallsInProgress } from './callsInProgress';
import { PairedDecisions, sameCallKey } from './enforcement/pairedDecisions';

const MAX_NAME = 256;

export interface CallJudgeOptions {
  readonly clock: Clock;
  readonly decide: Decide;
  /** Beside answers; undefined: unknown. */
  readonly basis: (request: CheckRequest) => Promise<string | undefined>;
  /** The transcript with checked authors. */
  readonly agreed: (
    agent: string,
    sessionId: string | undefined,
    transcript: readonly TranscriptEntry[],
  ) => readonly TranscriptEntry[];
}

export class CallJudge {
  private readonly inProgress = new CallsInProgress();
  private readonly paired: PairedDecisions;

  constructor(private readonly options: CallJudgeOptions) {
    this.paired = new PairedDecisions(options.clock, options.basis);
  }

  /**
   * @param signal this asker stops waiting
   * @param answerBy milliseconds since the epoch
   * @throws the signal's reason, or if deciding fails
   */
  judge(call: HookCall, dialect: AgentDialect, signal: AbortSignal, answerBy?: number): Promise<Decision> {
    const work = (shared: AbortSignal, last: AnswerBy): Promise<Decision> =>
      this.decisionOf(call, dialect, shared, last);
    return this.inProgress.share(sameCallKey(dialect.id, call), signal, work, answerBy);
  }

  /** Its decision is not reused. */
  ended(agent: string, call: { readonly sessionId: string; readonly callId: string | undefined }): void {
    this.paired.ended(agent, call);
  }

  /** Earlier decisions are not reused. */
  prompted(agent: string, { sessionId }: { readonly sessionId: string }): void {
    this.paired.prompted(agent, sessionId);
  }

  private async decisionOf(
    call: HookCall,
    dialect: AgentDialect,
    signal: AbortSignal,
    answerBy: AnswerBy,
  ): Promise<Decision> {
    const kept = await this.paired.take(dialect.id, call);
    if (kept !== undefined) return kept;
    const request = await this.requestOf(call, dialect);
    signal.throwIfAborted();
    const look = this.paired.look(dialect.id, call, request);
    let before: Promise<string | undefined> | undefined;
    let decision: Decision;
    try {
      decision = await this.options.decide(request, signal, answerBy);
    } finally {
      before = look.end();
    }
    // A command may return anything.
    if (!OUTCOMES.includes(decision.outcome)) throw new Error('The decision has no outcome.');
    await this.paired.keep(dialect.id, call, request, decision, before);
    return decision;
  }

  private async requestOf(call: HookCall, dialect: AgentDialect): Promise<CheckRequest> {
    const { request, subAgentId, subAgentKind, mode } = (await dialect.complete?.(call)) ?? call;
    const [transcript, loadedContext] = await Promise.all([dialect.transcript(call), dialect.loadedContext?.(call)]);
    // Whole prompts are compared before splitting.
    const agreed = this.options
      .agreed(dialect.id, request.sessionId, transcript)
      .flatMap((entry) => (entry.role === 'user' ? dialect.typedWords?.(entry.text) : undefined) ?? [entry]);
    return {
      ...request,
      ...(subAgentId === undefined ? {} : { subAgent: shownSubAgent(subAgentId, subAgentKind) }),
      ...(mode === undefined ? {} : { mode }),
      ...(dialect.takesRewritten?.(call) === true ? { takesRewritten: true } : {}),
      ...(dialect.judgesItself?.(call) === true ? { judgesItself: true } : {}),
      transcript: agreed,
      ...(loadedContext === undefined ? {} : { loadedContext: [...loadedContext] }),
    };
  }
}

/** A longer name makes the request invalid. */
function shownSubAgent(id: string, kind: string | undefined): string {
  const both = kind === undefined ? id : `${kind} ${id}`;
  return both.length <= MAX_NAME ? both : id;
}
