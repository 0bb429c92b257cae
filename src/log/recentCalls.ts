import { callKey } from '../engine/model/callKey';
import type { Decision } from '../engine/model/decision';
import type { JsonValue } from '../common/json';

/** More than the history shows, so that what is on the screen can always be released. */
const MAX_CALLS = 100;
/** An input beyond this is not kept for a release: memory stays bounded. */
const MAX_KEY_CHARACTERS = 1_000_000;

/** A call that was blocked, as it came. */
export interface RecentCall {
  /** See `callKey`. */
  readonly key: string;
  /** The whole call for people to read, never shortened. */
  readonly action: string;
  readonly cwd: string | undefined;
  readonly agent: string | undefined;
  /** As it can be decided again: everything in it that makes it this call. */
  readonly request: unknown;
}

/** What `callKey` writes. */
interface CallFields {
  readonly tool: string;
  readonly input: JsonValue;
  readonly cwd: string | null;
  readonly agent: string | null;
  readonly sessionId: string | null;
}

/** Which call a blocked decision was about, so that the user can release exactly it. Lost at reload. */
export class RecentCalls {
  private readonly keys = new Map<string, string>();

  note(decision: Decision, input: JsonValue | undefined): void {
    if (decision.outcome !== 'block' || input === undefined) return;
    const key = callKey({ ...decision, input });
    if (key.length > MAX_KEY_CHARACTERS) return;
    this.keys.set(decision.id, key);
    const [oldest] = this.keys.keys();
    if (this.keys.size > MAX_CALLS && oldest !== undefined) this.keys.delete(oldest);
  }

  /** Undefined for a decision that was no block, that is long past, or that was about an input too large to keep. */
  find(decisionId: string): RecentCall | undefined {
    const key = this.keys.get(decisionId);
    if (key === undefined) return undefined;
    const { tool, input, cwd, agent, sessionId } = JSON.parse(key) as CallFields;
    return {
      request: {
        tool,
        input,
        ...(cwd === null ? {} : { cwd }),
        ...(agent === null ? {} : { agent }),
        ...(sessionId === null ? {} : { sessionId }),
      },
      key,
      action: `${tool} ${JSON.stringify(input, undefined, 2)}`,
      cwd: cwd ?? undefined,
      agent: agent ?? undefined,
    };
  }

  clear(): void {
    this.keys.clear();
  }
}
