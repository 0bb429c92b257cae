import type { RuleEditingAction, RuleEditingSlice } from '../../src/panel/ruleEditing';

/** Later answers do not come: the panel was hidden. */
const MAX_WAIT_MILLISECONDS = 5_000;
const MAX_QUEUED = 20;

type Change = Exclude<RuleEditingAction, { readonly kind: 'openSettings' }>;

/** Without what every change says. */
export type WantedChange = Change extends infer Action
  ? Action extends unknown
    ? Omit<Action, 'request' | 'section' | 'place' | 'seen'>
    : never
  : never;

type Outcome = NonNullable<RuleEditingSlice['outcome']>;

export interface RuleChangesParts {
  /** Undefined: the chosen list is pending. */
  readonly shown: () => Pick<RuleEditingSlice, 'section' | 'place' | 'version'> | undefined;
  /** In milliseconds since any time. */
  readonly now: () => number;
  readonly send: (action: RuleEditingAction) => void;
  readonly answered: (outcome: Outcome) => void;
}

/** One by one: keys and clicks may be faster than answers. */
export class RuleChanges {
  #waiting: { readonly request: number; readonly since: number; readonly after: () => void } | undefined;
  #queue: readonly (() => void)[] = [];
  // Numbers of an earlier panel are used up.
  #last = Date.now();

  constructor(private readonly parts: RuleChangesParts) {}

  /** Never given before. */
  nextNumber(): number {
    this.#last += 1;
    return this.#last;
  }

  /**
   * Waits until the list shows earlier changes.
   * @param after called when it was made; says where the focus goes
   */
  make(wanted: WantedChange, after?: () => void): void {
    this.inTurn(() => {
      this.send(wanted, after);
    });
  }

  /** Runs `step` once the list shows earlier changes. */
  inTurn(step: () => void): void {
    if (this.#mustWait()) this.#queue = [...this.#queue, step].slice(-MAX_QUEUED);
    else step();
  }

  /** Without a list, nothing. */
  send(wanted: WantedChange, after: () => void = () => undefined): void {
    const { parts } = this;
    const shown = parts.shown();
    if (shown === undefined) return;
    const request = this.nextNumber();
    this.#waiting = { request, since: parts.now(), after };
    const { section, place, version: seen } = shown;
    const action = wanted.kind === 'undo' ? { ...wanted, request } : { ...wanted, request, section, place, seen };
    parts.send(action);
  }

  isDone(outcome: Outcome | undefined): boolean {
    return this.#waiting !== undefined && outcome?.request === this.#waiting.request && outcome.done;
  }

  follow(outcome: Outcome | undefined): void {
    const waiting = this.#waiting;
    if (outcome !== undefined && waiting?.request === outcome.request) {
      this.#waiting = undefined;
      this.parts.answered(outcome);
      if (outcome.done) waiting.after();
    }
    while (this.#queue.length > 0 && !this.#mustWait()) {
      const [next, ...others] = this.#queue;
      this.#queue = others;
      next?.();
    }
  }

  /** While an answer or a list is pending, a click is not about what is shown. */
  #mustWait(): boolean {
    const waiting = this.#waiting;
    if (waiting !== undefined && this.parts.now() - waiting.since < MAX_WAIT_MILLISECONDS) return true;
    return this.parts.shown() === undefined;
  }
}
