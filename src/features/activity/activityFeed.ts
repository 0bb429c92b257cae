import type { Decision } from '../../engine/model/decision';
import type { ActivityFocus, ActivityRow, ActivitySlice } from '../../panel/activity';
import { activityRow } from './activityRow';

export const MAX_ROWS = 10_000;
const MAX_AGENTS = 50;

type Filter = Pick<ActivityFocus, 'outcome' | 'agent' | 'search'>;

/** Bounded memory. Adding takes constant time, a slice the time of its rows. */
export class ActivityFeed {
  readonly #rows: (ActivityRow | undefined)[];
  readonly #ids = new Set<string>();
  readonly #agents = new Map<string, number>();
  #oldest = 0;
  #newest = -1;
  #filter: Filter = {};
  #found: number[] | undefined;
  #dropped = 0;

  constructor(private readonly capacity = MAX_ROWS) {
    this.#rows = new Array<ActivityRow | undefined>(capacity);
  }

  get kept(): number {
    return this.#newest - this.#oldest + 1;
  }

  get isFull(): boolean {
    return this.kept === this.capacity;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(decision: Decision): void {
    if (this.isFull) this.#dropOldest();
    this.#newest += 1;
    const row = this.#put(decision, this.#newest);
    if (this.#found !== undefined && matches(row, this.#filter)) this.#found.push(row.number);
  }

  addEarlier(decision: Decision): void {
    if (this.isFull) return;
    this.#oldest -= 1;
    this.#put(decision, this.#oldest);
    this.#found = undefined;
  }

  clear(): void {
    this.#rows.fill(undefined);
    this.#ids.clear();
    this.#agents.clear();
    this.#oldest = this.#newest + 1;
    this.#found = undefined;
  }

  slice({ first, count, newest, outcome, agent, search }: ActivityFocus): ActivitySlice {
    const found = this.#finding({ outcome, agent, search });
    const shown = newest === undefined ? found.length : found.upTo(newest);
    const rows: ActivityRow[] = [];
    for (let place = first; place < Math.min(first + count, shown); place += 1) {
      const row = this.#row(found.numberAt(shown - 1 - place));
      if (row !== undefined) rows.push(row);
    }
    return {
      kept: this.kept,
      total: shown,
      newer: found.length - shown,
      first,
      rows,
      agents: [...this.#agents.keys()].slice(0, MAX_AGENTS),
    };
  }

  #put(decision: Decision, number: number): ActivityRow {
    const row = activityRow(decision, number);
    this.#rows[this.#place(number)] = row;
    this.#ids.add(row.id);
    if (row.agent !== undefined) this.#agents.set(row.agent, (this.#agents.get(row.agent) ?? 0) + 1);
    return row;
  }

  #dropOldest(): void {
    const row = this.#row(this.#oldest);
    this.#rows[this.#place(this.#oldest)] = undefined;
    this.#oldest += 1;
    if (row !== undefined) this.#ids.delete(row.id);
    if (row?.agent !== undefined) {
      const left = (this.#agents.get(row.agent) ?? 0) - 1;
      if (left > 0) this.#agents.set(row.agent, left);
      else this.#agents.delete(row.agent);
    }
    if (this.#found === undefined) return;
    if (this.#found[this.#dropped] === row?.number) this.#dropped += 1;
    if (this.#dropped > this.capacity) {
      this.#found = this.#found.slice(this.#dropped);
      this.#dropped = 0;
    }
  }

  #finding(filter: Filter): Finding {
    if (filter.outcome === undefined && filter.agent === undefined && (filter.search ?? '') === '') {
      return everything(this.#oldest, this.#newest);
    }
    const before = this.#filter;
    const isSame =
      before.outcome === filter.outcome && before.agent === filter.agent && before.search === filter.search;
    if (this.#found === undefined || !isSame) {
      this.#filter = filter;
      this.#found = [];
      this.#dropped = 0;
      for (let number = this.#oldest; number <= this.#newest; number += 1) {
        const row = this.#row(number);
        if (row !== undefined && matches(row, filter)) this.#found.push(number);
      }
    }
    return part(this.#found, this.#dropped);
  }

  #row(number: number): ActivityRow | undefined {
    return this.#rows[this.#place(number)];
  }

  #place(number: number): number {
    return ((number % this.capacity) + this.capacity) % this.capacity;
  }
}

interface Finding {
  readonly length: number;
  numberAt(place: number): number;
  upTo(number: number): number;
}

function everything(oldest: number, newest: number): Finding {
  const length = newest - oldest + 1;
  return {
    length,
    numberAt: (place) => oldest + place,
    upTo: (number) => Math.min(Math.max(number - oldest + 1, 0), length),
  };
}

function part(numbers: readonly number[], start: number): Finding {
  const numberAt = (place: number): number => numbers[start + place] ?? Number.NaN;
  const length = numbers.length - start;
  return {
    length,
    numberAt,
    upTo: (number) => {
      let [low, high] = [0, length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (numberAt(middle) <= number) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

function matches(row: ActivityRow, { outcome, agent, search = '' }: Filter): boolean {
  if (outcome !== undefined && row.outcome !== outcome) return false;
  if (agent !== undefined && row.agent !== agent) return false;
  if (search === '') return true;
  const wanted = search.toLowerCase();
  return [row.summary, row.tool, row.agent ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
