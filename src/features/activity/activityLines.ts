import type { KeptDecision } from './activityRow';

/** Fewer rows need no heading. */
const ROWS_FOR_HEADING = 2;

/** Consecutive rows of one session. */
interface Run {
  readonly session: KeptDecision['session'];
  /** Its oldest row, from the beginning. */
  readonly start: number;
  /** Of its oldest decision. */
  readonly number: number;
  /** Headings of all earlier runs. */
  readonly headings: number;
}

interface Row {
  /** Equal decisions, oldest first. */
  readonly members: KeptDecision[];
  readonly foldId: string;
  readonly run: Run;
  /** Decisions in all earlier rows. */
  readonly before: number;
}

export type FoundLine =
  | { readonly heading: string; readonly number: number }
  | {
      readonly newest: KeptDecision;
      /** Stays while newer ones are folded in. */
      readonly number: number;
      readonly count: number;
      readonly foldId: string;
      readonly isUnfolded: boolean;
      /** The newest is 1. */
      readonly place: number;
      readonly isHeaded: boolean;
    };

/**
 * Which decisions a line shows: equal ones in a row share it, and a heading is above a session's rows. Adding and
 * removing take constant time, finding a line logarithmic time.
 */
export class ActivityLines {
  #rows: Row[] = [];
  /** Rows at the beginning of `#rows` that left the list. */
  #dropped = 0;

  constructor(private readonly unfolded: ReadonlySet<string> = new Set()) {}

  add(decision: KeptDecision): void {
    const last = this.#rows.at(-1);
    const isAlike = last?.members.at(-1)?.likeness === decision.likeness;
    if (last !== undefined && isAlike && !this.unfolded.has(last.foldId)) {
      last.members.push(decision);
      return;
    }
    const isSameRun = last !== undefined && last.run.session?.key === decision.session?.key;
    this.#rows.push({
      members: [decision],
      foldId: last !== undefined && isAlike ? last.foldId : decision.shown.id,
      run: isSameRun
        ? last.run
        : {
            session: decision.session,
            start: this.#rows.length,
            number: decision.number,
            headings: last === undefined ? 0 : last.run.headings + headingOf(last.run, this.#rows.length),
          },
      before: last === undefined ? 0 : last.before + last.members.length,
    });
  }

  dropOldest(number: number): void {
    const row = this.#rows[this.#dropped];
    if (row?.members[0]?.number !== number) return;
    row.members.shift();
    if (row.members.length === 0) this.#dropped += 1;
  }

  /** Removed rows still take memory. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @param newest later decisions do not count */
  upTo(newest: number | undefined): LinesUpTo {
    return new LinesUpTo(this.#rows, this.#dropped, this.unfolded, newest);
  }
}

function headingOf({ session, start }: Run, end: number): number {
  return session !== undefined && end - start >= ROWS_FOR_HEADING ? 1 : 0;
}

/** Valid until the lines change. */
class LinesUpTo {
  /** Behind the newest row. */
  readonly #end: number;
  /** Of the newest row. */
  readonly #members: number;
  readonly found: number;
  readonly newer: number;
  readonly total: number;

  constructor(
    private readonly lines: readonly Row[],
    private readonly start: number,
    private readonly unfolded: ReadonlySet<string>,
    newest: number | undefined,
  ) {
    const isShown = ({ members }: Row): boolean => (members[0]?.number ?? 0) <= (newest ?? Number.POSITIVE_INFINITY);
    this.#end = firstWithout(lines, start, isShown);
    const last = this.#end > start ? lines[this.#end - 1] : undefined;
    const isCounted = ({ number }: KeptDecision): boolean => number <= (newest ?? Number.POSITIVE_INFINITY);
    this.#members = last === undefined ? 0 : firstWithout(last.members, 0, isCounted);
    const all = this.#decisionsUntil(lines.length);
    this.found = last === undefined ? 0 : this.#decisionsUntil(this.#end - 1) + this.#members;
    this.newer = all - this.found;
    this.total = last === undefined ? 0 : this.#placeOf(this.#end - 1) + 1 + headingOf(last.run, this.#end);
  }

  get rows(): number {
    return this.#end - this.start;
  }

  /** @param place the newest line is 0 */
  at(place: number): FoundLine | undefined {
    const fromOldest = this.total - 1 - place;
    if (place < 0 || fromOldest < 0) return undefined;
    const index = this.#rowAt(fromOldest);
    const row = this.lines[index];
    const shown = index === this.#end - 1 ? this.#members : (row?.members.length ?? 0);
    const newest = row?.members[shown - 1];
    if (row === undefined || newest === undefined) return undefined;
    const number = row.members[0]?.number ?? 0;
    // A heading follows the newest row of its run, under a key of its own.
    if (this.#placeOf(index) !== fromOldest) {
      return { heading: row.run.session?.heading ?? '', number: row.run.number - 0.5 };
    }
    return {
      newest,
      number,
      count: shown,
      foldId: row.foldId,
      isUnfolded: this.unfolded.has(row.foldId),
      place: this.#end - index,
      isHeaded: this.#isHeaded(row.run, index),
    };
  }

  #isHeaded(run: Run, index: number): boolean {
    const next = this.lines[index + 1];
    // A run of two rows has one beside this one.
    const isLong = index > run.start || (index + 1 < this.#end && next?.run === run);
    return run.session !== undefined && isLong;
  }

  /** In rows before `index` that are still listed. */
  #decisionsUntil(index: number): number {
    const [first, last] = [this.lines[this.start], this.lines[index - 1]];
    if (first === undefined || last === undefined || index <= this.start) return 0;
    if (first === last) return first.members.length;
    // `before` of the rows behind the first counts what the first has lost.
    const second = this.lines[this.start + 1] ?? last;
    return first.members.length + last.before + last.members.length - second.before;
  }

  #placeOf(index: number): number {
    const base = this.lines[this.start]?.run.headings ?? 0;
    return index - this.start + (this.lines[index]?.run.headings ?? base) - base;
  }

  #rowAt(fromOldest: number): number {
    let [low, high] = [this.start, this.#end - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#placeOf(middle) <= fromOldest) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The first place whose item does not fit; all before it do. */
function firstWithout<Item>(items: readonly Item[], start: number, fits: (item: Item) => boolean): number {
  let [low, high] = [start, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && fits(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
