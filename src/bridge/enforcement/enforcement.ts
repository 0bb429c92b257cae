/** Compares verdicts with ended calls. Silence proves nothing. */
import type { HookCall } from '../../agents/hooks/agentDialect';
import { rewrittenInput } from '../../agents/hooks/rewrittenInput';
import type { AgentNotice } from '../../agents/hooks/agentNotice';
import type { Outcome, Stage } from '../../engine/model/decision';
import type { JsonObject } from '../../common/json';
import type { Clock } from '../../common/clock';
import type { AgentAlarm, AgentObserver, AgentRefusal } from './agentAlarm';
import { AlarmLimit } from './alarmLimit';
import { Deadline } from './deadline';
import { GivenVerdicts, type CallMarks } from './givenVerdicts';

const MAX_SESSIONS = 100;
/**
 * Calls of an older session may have been decided elsewhere, or without a hook: no alarm for this long. Agents' default
 * limit is shorter.
 */
const EARLIER_CALLS_MILLISECONDS = 10 * 60_000;

export interface CallEnd {
  readonly agent: string;
  readonly sessionId: string;
  readonly tool: string;
  readonly callId: string | undefined;
}

/** `isOurs` knows this window's decision ids. Undefined: nobody decided. */
export type DecidedElsewhere = (
  call: CallEnd,
  isOurs: (decisionId: string) => boolean,
) => 'let' | 'blocked' | undefined;

export interface EnforcementOptions {
  readonly clock: Clock;
  readonly observer: AgentObserver;
  /** By another window, or this one before a reload. */
  readonly decidedElsewhere?: DecidedElsewhere;
  readonly comparedInput?: (agent: string, tool: string, input: JsonObject) => JsonObject;
}

interface Session {
  readonly verdicts: GivenVerdicts;
  /** All its questions came here. */
  isWhole: boolean;
  earlierCallsOver: Deadline | undefined;
  reportsEnds: boolean;
}

export interface GivenAnswer {
  readonly outcome: Outcome;
  /** Undefined: refused without a decision. */
  readonly stage?: Stage;
  /** Undefined: refused without a decision. */
  readonly id?: string;
  /** The agent runs this instead. */
  readonly rewritten?: string | undefined;
}

export interface VerdictOnItsWay {
  /** The launcher ended first. */
  lost(): void;
}

type AgentCallEnd = Extract<AgentNotice, { kind: 'call-ended' }>;

export class Enforcement {
  private readonly sessions = new Map<string, Session>();
  private readonly limit: AlarmLimit;

  constructor(private readonly options: EnforcementOptions) {
    this.limit = new AlarmLimit(options.clock);
  }

  /** Call before the answer leaves: the call may end at once. */
  judged(agent: string, call: HookCall, { outcome, stage, id, rewritten }: GivenAnswer): VerdictOnItsWay {
    const { request, subAgentId } = call;
    if (request.sessionId === undefined) return { lost: () => undefined };
    const session = this.session(agent, request.sessionId);
    session.earlierCallsOver ??= this.afterEarlierCalls();
    const marks = this.marks(agent, { ...request, callId: request.callId });
    const given =
      rewritten === undefined
        ? undefined
        : this.marks(agent, { ...request, input: rewrittenInput(call, rewritten), callId: request.callId }).input;
    const verdict = session.verdicts.add(marks, subAgentId, outcome, id, given);
    verdict.wasOff = stage === 'disabled';
    return {
      lost: () => {
        verdict.isLost = true;
      },
    };
  }

  noticed(agent: string, notice: AgentNotice): void {
    const session = this.session(agent, notice.sessionId);
    switch (notice.kind) {
      case 'session-start':
        if (notice.continued === true) session.earlierCallsOver ??= this.afterEarlierCalls();
        else session.isWhole = true;
        break;
      case 'prompt':
        if (notice.subAgentId === undefined) this.turnIsOver(agent, session, (one) => one.subAgentId === undefined);
        break;
      case 'session-end':
        this.turnIsOver(agent, session, () => true);
        break;
      case 'call-ended':
        session.reportsEnds = true;
        this.callEnded(agent, notice, session);
        break;
    }
  }

  /** Then silence about refused calls proves nothing. */
  noteUnreadable(agent: string): void {
    for (const [key, { verdicts }] of this.sessions) {
      if (!key.startsWith(keyStart(agent))) continue;
      for (const one of verdicts.all) one.isDoubtful = true;
    }
  }

  private callEnded(agent: string, notice: AgentCallEnd, session: Session): void {
    const match = session.verdicts.match(this.marks(agent, notice), notice.subAgentId);
    const { verdict } = match ?? {};
    if (notice.end === 'refused-by-agent') {
      // One name may mean several calls.
      if (verdict === undefined || match?.kind !== 'same') return;
      verdict.hasEnded = true;
      if (verdict.outcome === 'block') this.confirm(agent, verdict);
      else this.refusedByAgent(agent, notice, verdict.decisionId, verdict.outcome);
      return;
    }
    if (match === undefined || verdict === undefined) {
      this.unjudged(agent, notice, session);
      return;
    }
    verdict.hasEnded = true;
    verdict.endedAs = notice.callId;
    if (verdict.decisionId !== undefined) this.options.observer.ended?.(agent, verdict.decisionId);
    if (!verdict.wasLet) {
      this.blockedRan(agent, notice, verdict.isLost);
    } else if (match.kind === 'other-input') {
      // While auto mode is off the user may change it.
      if (!verdict.wasOff) {
        this.alarm(agent, notice, 'input-changed', 'A call ran with another input than the one that was judged.');
      }
    } else if (verdict.outcome === 'allow') {
      this.confirm(agent, verdict);
    }
  }

  private refusedByAgent(
    agent: string,
    { input, reason }: AgentCallEnd,
    decisionId: string | undefined,
    outcome: AgentRefusal['outcome'],
  ): void {
    if (decisionId !== undefined) this.options.observer.refused?.(agent, { decisionId, outcome, input, reason });
  }

  private blockedRan(agent: string, notice: AgentCallEnd, isLost: boolean): void {
    if (isLost) {
      this.alarm(
        agent,
        notice,
        'unjudged-call-ran',
        'A call ran whose hook had been ended before the answer was there.',
      );
    } else {
      this.alarm(agent, notice, 'blocked-call-ran', 'A call ran that was blocked.');
    }
  }

  private unjudged(agent: string, notice: AgentCallEnd, session: Session): void {
    const { sessionId, tool, callId } = notice;
    const isOurs = (id: string): boolean => session.verdicts.all.some(({ decisionId }) => decisionId === id);
    const elsewhere = this.options.decidedElsewhere?.({ agent, sessionId, tool, callId }, isOurs);
    if (elsewhere === 'let') return;
    if (elsewhere === 'blocked') {
      this.blockedRan(agent, notice, false);
      return;
    }
    if (!session.isWhole && session.earlierCallsOver?.passed !== true) return;
    this.alarm(
      agent,
      notice,
      'unjudged-call-ran',
      'A call ran about which no VS Code window was asked, or with another input than the one that was judged.',
    );
  }

  private alarm(agent: string, { sessionId, tool }: AgentCallEnd, kind: AgentAlarm['kind'], detail: string): void {
    const at = new Date(this.options.clock.now()).toISOString();
    const alarm = { agent, kind, tool, at, sessionId, detail };
    const admitted = this.limit.admit(alarm);
    if (admitted === undefined) this.options.observer.countedAlarm?.(alarm);
    else this.options.observer.alarm?.(admitted);
  }

  /** If this agent reports ends, a call without one in its turn did not run. */
  private turnIsOver(agent: string, session: Session, isOfTurn: (one: GivenVerdicts['all'][number]) => boolean): void {
    for (const one of session.verdicts.all.filter(isOfTurn)) {
      one.isOfEarlierTurn = true;
      const isSilent = one.outcome === 'block' && !one.wasLet && !one.hasEnded && !one.isDoubtful;
      if (session.reportsEnds && isSilent) this.confirm(agent, one);
    }
  }

  private confirm(agent: string, verdict: GivenVerdicts['all'][number]): void {
    if (verdict.isConfirmed || verdict.isLost || verdict.decisionId === undefined) return;
    verdict.isConfirmed = true;
    this.options.observer.enforced?.(agent, {
      decisionId: verdict.decisionId,
      outcome: verdict.outcome,
      at: new Date(this.options.clock.now()).toISOString(),
    });
  }

  private afterEarlierCalls(): Deadline {
    return new Deadline(this.options.clock, EARLIER_CALLS_MILLISECONDS);
  }

  private marks(agent: string, { tool, input, callId }: CallMarks): CallMarks {
    return { tool, input: this.options.comparedInput?.(agent, tool, input) ?? input, callId };
  }

  private session(agent: string, sessionId: string): Session {
    const key = keyStart(agent) + JSON.stringify(sessionId);
    const known = this.sessions.get(key) ?? {
      verdicts: new GivenVerdicts(),
      isWhole: false,
      earlierCallsOver: undefined,
      reportsEnds: false,
    };
    // Ordered by last contact.
    this.sessions.delete(key);
    this.sessions.set(key, known);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > MAX_SESSIONS && oldest !== undefined) this.sessions.delete(oldest);
    return known;
  }
}

function keyStart(agent: string): string {
  return `${JSON.stringify(agent)} `;
}
