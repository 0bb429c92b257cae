import type { Decision } from '../engine/model/decision';
import type { JsonValue } from '../common/json';

const MAX_CALLS = 200;
/** Of all inputs together; the oldest go first. The log has them then, though the very large ones not whole. */
const MAX_CHARACTERS = 8_000_000;

/** A decision of this window, and the input that it was about. */
export interface DecidedCall {
  readonly decision: Decision;
  /** As it was judged; undefined where the request had none that could be read. */
  readonly input: JsonValue | undefined;
}

interface KeptCall extends DecidedCall {
  readonly characters: number;
}

/** The latest decisions of this window, with their inputs. In memory only, and bounded. */
export class DecidedCalls {
  private readonly kept = new Map<string, KeptCall>();
  private characters = 0;

  /** @param limits for tests */
  constructor(private readonly limits = { calls: MAX_CALLS, characters: MAX_CHARACTERS }) {}

  /** Told of each decision together with its input. */
  note(decision: Decision, input: JsonValue | undefined): void {
    const characters = charactersIn(input);
    if (characters > this.limits.characters) return;
    this.forget(decision.id);
    this.kept.set(decision.id, { decision, input, characters });
    this.characters += characters;
    for (const id of this.kept.keys()) {
      if (this.kept.size <= this.limits.calls && this.characters <= this.limits.characters) return;
      this.forget(id);
    }
  }

  /** Told of what became of a decision in the end: a log that cannot be written may have turned it into a block. */
  decided(decision: Decision): void {
    const call = this.kept.get(decision.id);
    if (call !== undefined) this.kept.set(decision.id, { ...call, decision });
  }

  find(id: string): DecidedCall | undefined {
    return this.kept.get(id);
  }

  /** Newest first. */
  list(): readonly DecidedCall[] {
    return [...this.kept.values()].reverse();
  }

  private forget(id: string): void {
    this.characters -= this.kept.get(id)?.characters ?? 0;
    this.kept.delete(id);
  }
}

/** About as much memory as it takes. Does not look into texts, so that a large file costs nothing. */
function charactersIn(value: JsonValue | undefined): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  const items = Array.isArray(value)
    ? (value as readonly JsonValue[]).map(charactersIn)
    : Object.entries(value).map(([name, item]) => name.length + charactersIn(item));
  return items.reduce((sum, size) => sum + size, 16);
}
