import type { HookCall } from '../../agents/hooks/agentDialect';
import type { Decision, Stage } from '../../engine/model/decision';
import type { Clock } from '../../common/clock';
import type { CheckRequest } from '../../calls/request';
import { Deadline } from './deadline';
import { inputDigest } from './givenVerdicts';

/** An agent asks again at once, or after a try in its sandbox. */
const ASKED_AGAIN_MILLISECONDS = 10 * 60_000;
/** Two hook entries for one call run beside each other, or one after the other. */
const DOUBLE_FIRED_MILLISECONDS = 10_000;
/** More calls than run at the same time; the oldest is forgotten, and would be judged again. */
const MAX_KEPT = 200;
const MAX_REQUEST_CHARACTERS = 64 * 1024;

/** Decisions of these stages cost somebody something: an answer, a question to the classifier, a release. */
const ANSWERED_STAGES: ReadonlySet<Stage> = new Set<Stage>([
  'permissions.ask',
  'allow-once',
  'cache',
  'classifier',
  'user',
]);
/** Where a rule had the user asked and a later stage allowed, time alone tells: nobody answers faster, and code is rarely slower. */
const ANSWERED_MILLISECONDS = 50;

/** Code decides before, in most cases. */
const LOOKED_AT_AFTER_MILLISECONDS = 20;

interface EarlierState {
  /** What was seen; undefined where nothing was looked at. */
  end(): Promise<string | undefined> | undefined;
}

interface Kept {
  readonly agent: string;
  readonly decision: Decision;
  readonly request: CheckRequest;
  /** Of the agent's hook when it asked; a window does not find it among its files. */
  readonly environment: string;
  readonly basis: string;
  readonly end: Deadline;
}

/**
 * Remembers decisions about calls that are asked about twice, so that neither the classifier nor the user is asked twice. A decision is
 * given again only while settings and files are as they were; one that code alone made is simply made again.
 */
export class PairedDecisions {
  private readonly kept = new Map<string, Kept>();

  /** @param basis what a decision about a call rests on beside the answers, as one text; undefined where that cannot be told */
  constructor(
    private readonly clock: Clock,
    private readonly basis: (request: CheckRequest) => Promise<string | undefined>,
  ) {}

  /** The decision made about this very call when it was asked about first, if it still stands; given once. */
  async take(agent: string, call: HookCall): Promise<Decision | undefined> {
    const keys = [call.pair?.asks === 'again' ? pairKey(agent, call.pair.key) : undefined, sameCallKey(agent, call)];
    for (const key of keys) {
      if (key === undefined) continue;
      const found = this.kept.get(key);
      this.kept.delete(key);
      if (found === undefined || found.end.passed || found.environment !== environmentMark(call)) continue;
      if ((await this.basis(found.request)) === found.basis) return found.decision;
    }
    return undefined;
  }

  /**
   * What a decision rests on that is being made, looked at once it takes longer than code does: settings and files may change while somebody
   * is asked. To be called when the deciding begins; to be ended with it.
   */
  look(agent: string, call: HookCall, request: CheckRequest): EarlierState {
    let before: Promise<string | undefined> | undefined;
    const timer = setTimeout(() => {
      if (keysOf(agent, call).size > 0 && !isTooLarge(request)) {
        before = this.basis(withoutTranscript(request)).catch(() => undefined);
      }
    }, LOOKED_AT_AFTER_MILLISECONDS);
    return {
      end: () => {
        clearTimeout(timer);
        return before;
      },
    };
  }

  /**
   * @param request as it was decided
   * @param before what the decision rested on while it was made, where that was looked at
   */
  async keep(
    agent: string,
    call: HookCall,
    request: CheckRequest,
    decision: Decision,
    before?: Promise<string | undefined>,
  ): Promise<void> {
    const keys = keysOf(agent, call);
    // What was decided about the same words before is over, whether or not this decision is kept.
    for (const key of keys.keys()) this.kept.delete(key);
    const isAnswered = ANSWERED_STAGES.has(decision.stage) || decision.durationMs >= ANSWERED_MILLISECONDS;
    if (keys.size === 0 || !isAnswered) return;
    if (isTooLarge(request)) return;
    const asked = withoutTranscript(request);
    const basis = await this.basis(asked);
    if (basis === undefined || (before !== undefined && (await before) !== basis)) return;
    const same = { agent, decision, request: asked, environment: environmentMark(call), basis };
    for (const [key, milliseconds] of keys) {
      // Last in the map is what was decided last.
      this.kept.set(key, { ...same, end: new Deadline(this.clock, milliseconds) });
      const [oldest] = this.kept.keys();
      if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    }
  }

  /** A call of the same id that comes after its end is another one. */
  ended(
    agent: string,
    { sessionId, callId }: { readonly sessionId: string; readonly callId: string | undefined },
  ): void {
    if (callId === undefined) return;
    for (const [key, { agent: of, request }] of this.kept) {
      if (of === agent && request.sessionId === sessionId && request.callId === callId) this.kept.delete(key);
    }
  }

  /** What the user says now may be about what was allowed before. */
  prompted(agent: string, sessionId: string): void {
    for (const [key, { agent: of, request }] of this.kept) {
      if (of === agent && request.sessionId === sessionId) this.kept.delete(key);
    }
  }
}

/** The keys under which a decision about the call is kept, and for how long. */
function keysOf(agent: string, call: HookCall): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  if (call.pair?.asks === 'first') keys.set(pairKey(agent, call.pair.key), ASKED_AGAIN_MILLISECONDS);
  const sameCall = sameCallKey(agent, call);
  if (sameCall !== undefined) keys.set(sameCall, DOUBLE_FIRED_MILLISECONDS);
  return keys;
}

/** What was said goes on between the two questions. */
function withoutTranscript(request: CheckRequest): CheckRequest {
  return { ...request, transcript: [] };
}

function isTooLarge(request: CheckRequest): boolean {
  return JSON.stringify(withoutTranscript(request)).length > MAX_REQUEST_CHARACTERS;
}

function pairKey(agent: string, key: string): string {
  return JSON.stringify(['pair', agent, key]);
}

/** The same for every question about one call; undefined where the agent gives too little to tell. */
export function sameCallKey(agent: string, call: HookCall): string | undefined {
  const { request, event, subAgentId, mode, transcriptPath } = call;
  const { sessionId, callId, tool, cwd, input } = request;
  if (sessionId === undefined || callId === undefined) return undefined;
  // Some models give their calls the same few ids over and over.
  const marks = [sessionId, subAgentId ?? null, callId, event ?? null, tool, cwd, inputDigest(input)];
  const surroundings = [mode ?? null, transcriptPath ?? null, environmentMark(call)];
  return JSON.stringify(['call', agent, ...marks, ...surroundings]);
}

/** Equal for equal environments; another text each for one that is not known and for one of which nothing is told. */
function environmentMark({ request: { environment } }: HookCall): string {
  return environment === undefined ? '' : inputDigest({ environment });
}
