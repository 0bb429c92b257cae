import type { RuleEditingAction, RuleEditingSlice } from '../../src/panel/ruleEditing';

/** An answer that has not come by then does not come any more: the panel was hidden meanwhile. */
const MAX_WAIT_MILLISECONDS = 5_000;
const MAX_QUEUED = 20;

type Change = Exclude<RuleEditingAction, { readonly kind: 'openSettings' }>;

/** A change of a list, without what every change says. */
export type WantedChange = Change extends infer Action
  ? Action extends unknown
    ? Omit<Action, 'request' | 'section' | 'place' | 'seen'>
    : never
  : never;

type Outcome = NonNullable<RuleEditingSlice['outcome']>;

export interface RuleChangesParts {
  /** The list as it is shown; undefined while the one that the user has chosen is on its way. */
  readonly shown: () => Pick<RuleEditingSlice, 'section' | 'place' | 'version'> | undefined;
  /** Milliseconds since any time. */
  readonly now: () => number;
  readonly send: (action: RuleEditingAction) => void;
  readonly answered: (outcome: Outcome) => void;
}

/** The changes that the user makes to a list, one after the other: keys and clicks may come faster than answers. */
export class RuleChanges {
  #waiting: { readonly request: number; readonly since: number; readonly after: () => void } | undefined;
  #queue: readonly (() => void)[] = [];
  // Another panel's numbers were given before.
  #last = Date.now();

  constructor(private readonly parts: RuleChangesParts) {}

  /** A number that was not given before, also for what is only looked at. */
  nextNumber(): number {
    this.#last += 1;
    return this.#last;
  }

  /**
   * Sends a change once the list is shown that the changes before it have left.
   *
   * @param after is called when it was made, and says where the focus goes
   */
  make(wanted: WantedChange, after?: () => void): void {
    this.inTurn(() => {
      this.send(wanted, after);
    });
  }

  /** Runs what sends a change as soon as the list is shown that the changes before it have left. */
  inTurn(step: () => void): void {
    if (this.#mustWait()) this.#queue = [...this.#queue, step].slice(-MAX_QUEUED);
    else step();
  }

  /** Sends a change of the list as it is shown now; without a list nothing. */
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

  /** Whether this is the answer to the change that is awaited, and it was made. */
  isDone(outcome: Outcome | undefined): boolean {
    return this.#waiting !== undefined && outcome?.request === this.#waiting.request && outcome.done;
  }

  /** Another list is shown, or the same with an answer. */
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

  /** While an answer is awaited, or the list that the user has chosen: what is shown then is not what a click is about. */
  #mustWait(): boolean {
    const waiting = this.#waiting;
    if (waiting !== undefined && this.parts.now() - waiting.since < MAX_WAIT_MILLISECONDS) return true;
    return this.parts.shown() === undefined;
  }
}
