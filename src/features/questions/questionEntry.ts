import type { UserAnswer, UserQuestion } from '../../engine/model/ports';

export interface Waiter {
  /** A call reported twice counts once. */
  readonly run: string;
  readonly settle: (answer: UserAnswer) => void;
}

export interface QueuedQuestion {
  readonly id: string;
  readonly question: UserQuestion;
  readonly runs: number;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly opened: boolean;
}

export interface Entry {
  readonly id: string;
  readonly question: UserQuestion;
  readonly askedAt: number;
  opened: boolean;
  declined: boolean;
  answeredElsewhere: boolean;
  readonly key: string;
  readonly waiters: Set<Waiter>;
  /** Resolves once nobody waits. */
  readonly abandoned: Promise<void>;
  readonly abandon: () => void;
}

export function newEntry(id: string, question: UserQuestion, askedAt: number): Entry {
  const { promise, resolve } = deferred();
  return {
    id,
    question,
    askedAt,
    opened: false,
    declined: false,
    answeredElsewhere: false,
    key: keyOf(question),
    waiters: new Set(),
    abandoned: promise,
    abandon: resolve,
  };
}

export function runsOf(waiters: ReadonlySet<Waiter>): number {
  return new Set([...waiters].map(({ run }) => run)).size;
}

export function waitersOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { waiters }) => sum + waiters.size, 0);
}

export function settleAll(entry: Entry, answer: UserAnswer): void {
  for (const waiter of [...entry.waiters]) waiter.settle(answer);
}

export function keyOf(question: UserQuestion): string {
  const {
    why,
    tool,
    action,
    said,
    cwd,
    agent,
    subAgent,
    mode,
    sessionId,
    because,
    rule,
    note,
    runs,
    yesRuns,
    canIgnoreEntry,
    canExempt,
  } = question;
  const shown = [why, tool, action, said, cwd, agent, subAgent, mode, because, yesRuns, canIgnoreEntry, canExempt];
  return JSON.stringify([...shown, rule, note, runs?.files, runs?.unresolved, sessionId]);
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settled) => {
    resolve = settled;
  });
  return { promise, resolve };
}
