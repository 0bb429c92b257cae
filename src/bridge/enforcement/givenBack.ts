import type { HookCall } from '../../agents/hooks/agentDialect';
import type { Decision } from '../../engine/model/decision';

/** An agent asks once more about the call that it was given back. */
const MOST_KEPT = 500;

/** Rewritten calls, by their session and command line. */
export class GivenBack {
  readonly #decisions = new Map<string, Decision>();

  note(agent: string, call: HookCall, decision: Decision): void {
    const { sessionId } = call.request;
    if (decision.rewritten === undefined || sessionId === undefined) return;
    this.#decisions.set(keyOf(agent, sessionId, decision.rewritten), decision);
    const [oldest] = this.#decisions.keys();
    if (this.#decisions.size > MOST_KEPT && oldest !== undefined) this.#decisions.delete(oldest);
  }

  /** @returns the decision, which gives nothing back any more; undefined for another call */
  take(agent: string, { request: { sessionId, input } }: HookCall): Decision | undefined {
    const { command } = input;
    if (sessionId === undefined || typeof command !== 'string') return undefined;
    const decision = this.#decisions.get(keyOf(agent, sessionId, command));
    if (decision === undefined) return undefined;
    const { rewritten: _rewritten, ...same } = decision;
    return same;
  }
}

function keyOf(agent: string, sessionId: string, command: string): string {
  return JSON.stringify([agent, sessionId, command]);
}
