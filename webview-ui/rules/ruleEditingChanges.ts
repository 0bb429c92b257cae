import type { RuleEditingAction, RuleEditingSlice, RuleSection } from '../../src/panel/ruleEditing';

/** Later answers do not come: the panel was hidden. */
const MAX_WAIT_MILLISECONDS = 5_000;
const MAX_QUEUED = 20;

type Change = Exclude<RuleEditingAction, { readonly kind: 'openSettings' }>;

/** Without what follows from the list as it is shown. */
export type WantedChange = Change extends infer Action
  ? Action extends unknown
    ? Omit<Action, 'request' | 'seen'>
    : never
  : never;

export interface ListName {
  readonly section: RuleSection;
  readonly place: string;
}

type Outcome = NonNullable<RuleEditingSlice['outcome']>;

export interface RuleChangesParts {
  /** Of a list as it is shown. Undefined: it is not shown any more. */
  readonly versionOf: (list: ListName) => string | undefined;
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

  /** Without its list, nothing. */
  send(wanted: WantedChange, after: () => void = () => undefined): void {
    const { parts } = this;
    const request = this.nextNumber();
    const action = wanted.kind === 'undo' ? { ...wanted, request } : this.#asSeen(wanted, request);
    if (action === undefined) return;
    this.#waiting = { request, since: parts.now(), after };
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

  #asSeen(wanted: Exclude<WantedChange, { readonly kind: 'undo' }>, request: number): RuleEditingAction | undefined {
    const seen = this.parts.versionOf(wanted);
    return seen === undefined ? undefined : { ...wanted, request, seen };
  }

  /** While an answer is pending, a click is not about what is shown. */
  #mustWait(): boolean {
    const waiting = this.#waiting;
    return waiting !== undefined && this.parts.now() - waiting.since < MAX_WAIT_MILLISECONDS;
  }
}
