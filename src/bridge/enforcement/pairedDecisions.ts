import type { HookCall } from '../../agents/hooks/agentDialect';
import type { Decision, Stage } from '../../engine/model/decision';
import type { Clock } from '../../common/clock';
import type { CheckRequest } from '../../calls/request';
import { Deadline } from './deadline';
import { inputDigest } from './givenVerdicts';

/** At once, or after a try in a sandbox. */
const ASKED_AGAIN_MILLISECONDS = 10 * 60_000;
/** Two entries, in parallel or in sequence. */
const DOUBLE_FIRED_MILLISECONDS = 10_000;
/** Dropped ones are judged again. */
const MAX_KEPT = 200;
const MAX_REQUEST_CHARACTERS = 64 * 1024;

/** A user's answer, a classifier request or a release was spent. */
const ANSWERED_STAGES: ReadonlySet<Stage> = new Set<Stage>([
  'permissions.ask',
  'allow-once',
  'cache',
  'classifier',
  'user',
]);
/** No person answers faster. */
const ANSWERED_MILLISECONDS = 50;

/** Code is usually faster. */
const LOOKED_AT_AFTER_MILLISECONDS = 20;

interface EarlierState {
  /** Undefined: nothing to check. */
  end(): Promise<string | undefined> | undefined;
}

interface Kept {
  readonly agent: string;
  readonly decision: Decision;
  readonly request: CheckRequest;
  /** Of the agent's hook. */
  readonly environment: string;
  readonly basis: string;
  readonly end: Deadline;
}

/** Nobody is asked twice while settings and files stay; code decides again. */
export class PairedDecisions {
  private readonly kept = new Map<string, Kept>();

  /** @param basis what decisions rest on beside answers; undefined: unknown */
  constructor(
    private readonly clock: Clock,
    private readonly basis: (request: CheckRequest) => Promise<string | undefined>,
  ) {}

  /** Once, if still valid. */
  async take(agent: string, call: HookCall): Promise<Decision | undefined> {
    const given = givenBackKey(agent, call, call.request.input['command']);
    const again = call.pair?.asks === 'again' ? pairKey(agent, call.pair.key) : undefined;
    const keys = [given, again, sameCallKey(agent, call)];
    for (const key of keys) {
      if (key === undefined) continue;
      const found = this.kept.get(key);
      this.kept.delete(key);
      if (found === undefined || found.end.passed || found.environment !== environmentMark(call)) continue;
      if ((await this.basis(found.request)) === found.basis)
        return key === given ? asItRuns(found.decision) : found.decision;
    }
    return undefined;
  }

  /** Checks the basis once deciding takes longer than code: it may change while somebody is asked. */
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

  /** @param before the basis during the decision */
  async keep(
    agent: string,
    call: HookCall,
    request: CheckRequest,
    decision: Decision,
    before?: Promise<string | undefined>,
  ): Promise<void> {
    const keys = new Map(keysOf(agent, call));
    const given = givenBackKey(agent, call, decision.rewritten);
    if (given !== undefined) keys.set(given, ASKED_AGAIN_MILLISECONDS);
    // Earlier decisions expire even if this is not kept.
    for (const key of keys.keys()) this.kept.delete(key);
    const isAnswered =
      ANSWERED_STAGES.has(decision.stage) ||
      decision.rewritten !== undefined ||
      call.pair?.countsOnce === true ||
      decision.durationMs >= ANSWERED_MILLISECONDS;
    if (keys.size === 0 || !isAnswered) return;
    if (isTooLarge(request)) return;
    const asked = withoutTranscript(request);
    const basis = await this.basis(asked);
    if (basis === undefined || (before !== undefined && (await before) !== basis)) return;
    const same = { agent, decision, request: asked, environment: environmentMark(call), basis };
    for (const [key, milliseconds] of keys) {
      // Ordered by decision.
      this.kept.set(key, { ...same, end: new Deadline(this.clock, milliseconds) });
      const [oldest] = this.kept.keys();
      if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    }
  }

  /** Its id then means another call. */
  ended(
    agent: string,
    { sessionId, callId }: { readonly sessionId: string; readonly callId: string | undefined },
  ): void {
    if (callId === undefined) return;
    for (const [key, { agent: of, request }] of this.kept) {
      if (of === agent && request.sessionId === sessionId && request.callId === callId) this.kept.delete(key);
    }
  }

  /** New words may concern earlier permission. */
  prompted(agent: string, sessionId: string): void {
    for (const [key, { agent: of, request }] of this.kept) {
      if (of === agent && request.sessionId === sessionId) this.kept.delete(key);
    }
  }
}

/** With lifetimes. */
function keysOf(agent: string, call: HookCall): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  if (call.pair?.asks === 'first') keys.set(pairKey(agent, call.pair.key), ASKED_AGAIN_MILLISECONDS);
  const sameCall = sameCallKey(agent, call);
  if (sameCall !== undefined) keys.set(sameCall, DOUBLE_FIRED_MILLISECONDS);
  return keys;
}

/** The conversation goes on between them. */
function withoutTranscript(request: CheckRequest): CheckRequest {
  return { ...request, transcript: [] };
}

function isTooLarge(request: CheckRequest): boolean {
  return JSON.stringify(withoutTranscript(request)).length > MAX_REQUEST_CHARACTERS;
}

/** Some agents ask again about the line that they were given back. */
function givenBackKey(agent: string, { request: { sessionId } }: HookCall, command: unknown): string | undefined {
  if (sessionId === undefined || typeof command !== 'string') return undefined;
  return JSON.stringify(['given back', agent, sessionId, command]);
}

/** It is rewritten already. */
function asItRuns({ rewritten: _rewritten, ...decision }: Decision): Decision {
  return decision;
}

function pairKey(agent: string, key: string): string {
  return JSON.stringify(['pair', agent, key]);
}

export function sameCallKey(agent: string, call: HookCall): string | undefined {
  const { request, event, subAgentId, mode, transcriptPath } = call;
  const { sessionId, callId, tool, cwd, input } = request;
  if (sessionId === undefined || callId === undefined) return undefined;
  // Some models reuse call ids.
  const marks = [sessionId, subAgentId ?? null, callId, event ?? null, tool, cwd, inputDigest(input)];
  const surroundings = [mode ?? null, transcriptPath ?? null, environmentMark(call)];
  return JSON.stringify(['call', agent, ...marks, ...surroundings]);
}

/** Unknown and absent differ. */
function environmentMark({ request: { environment } }: HookCall): string {
  return environment === undefined ? '' : inputDigest({ environment });
}
