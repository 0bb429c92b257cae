import { t } from '@vscode/l10n';
import type { Decision } from '../../engine/model/decision';
import type { ActivityFocus, ActivityLine, ActivitySlice } from '../../panel/activity';
import { stageNames } from '../../texts/stageNames';
import { ActivityLines, type FoundLine } from './activityLines';
import { keptDecision, type KeptDecision } from './activityRow';
import { TodayCounts } from './todayCounts';

export const MAX_ROWS = 10_000;
const MAX_AGENTS = 50;

/** Looked up for each row, so made once. */
interface Words {
  readonly stages: ReturnType<typeof stageNames>;
  readonly unjudged: string;
}

type Filter = Pick<ActivityFocus, 'part' | 'agent' | 'search' | 'unfolded'>;

/** Bounded memory. Adding takes constant time, a slice the time of its rows. */
export class ActivityFeed {
  readonly #kept: (KeptDecision | undefined)[];
  readonly #ids = new Set<string>();
  readonly #agents = new Map<string, number>();
  readonly #today: TodayCounts;
  #oldest = 0;
  #newest = -1;
  #filter: Filter = {};
  #lines: ActivityLines | undefined;
  #words: Words | undefined;

  constructor(
    private readonly capacity = MAX_ROWS,
    now: () => number = () => Date.now(),
  ) {
    this.#kept = new Array<KeptDecision | undefined>(capacity);
    this.#today = new TodayCounts(now);
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
    const kept = this.#put(decision, this.#newest);
    if (this.#lines !== undefined && this.#matches(kept, this.#filter)) this.#lines.add(kept);
  }

  addEarlier(decision: Decision): void {
    if (this.isFull) return;
    this.#oldest -= 1;
    this.#put(decision, this.#oldest);
    this.#lines = undefined;
  }

  clear(): void {
    this.#kept.fill(undefined);
    this.#ids.clear();
    this.#agents.clear();
    this.#today.clear();
    this.#oldest = this.#newest + 1;
    this.#lines = undefined;
  }

  slice({ first, count, newest, ...filter }: ActivityFocus): ActivitySlice {
    const found = this.#finding(filter).upTo(newest);
    const lines: ActivityLine[] = [];
    for (let place = first; place < Math.min(first + count, found.total); place += 1) {
      const line = found.at(place);
      if (line !== undefined) lines.push(shownLine(line));
    }
    return {
      kept: this.kept,
      found: found.found,
      newer: found.newer,
      total: found.total,
      rows: found.rows,
      first,
      lines,
      newest: this.#newest,
      upTo: newest,
      agents: [...this.#agents.keys()].slice(0, MAX_AGENTS),
      today: this.#today.counts,
    };
  }

  #put(decision: Decision, number: number): KeptDecision {
    const kept = keptDecision(decision, number);
    const { id, at, agent } = kept.shown;
    this.#kept[this.#place(number)] = kept;
    this.#ids.add(id);
    this.#today.add(at, kept.part);
    if (agent !== undefined) this.#agents.set(agent, (this.#agents.get(agent) ?? 0) + 1);
    return kept;
  }

  #dropOldest(): void {
    const kept = this.#at(this.#oldest);
    this.#lines?.dropOldest(this.#oldest);
    this.#kept[this.#place(this.#oldest)] = undefined;
    this.#oldest += 1;
    if (this.#lines !== undefined && this.#lines.dropped > this.capacity) this.#lines = undefined;
    if (kept === undefined) return;
    const { id, agent } = kept.shown;
    this.#ids.delete(id);
    if (agent === undefined) return;
    const left = (this.#agents.get(agent) ?? 0) - 1;
    if (left > 0) this.#agents.set(agent, left);
    else this.#agents.delete(agent);
  }

  #finding(filter: Filter): ActivityLines {
    const known = this.#lines;
    if (known !== undefined && isSame(this.#filter, filter)) return known;
    const lines = new ActivityLines(new Set(filter.unfolded));
    for (let number = this.#oldest; number <= this.#newest; number += 1) {
      const kept = this.#at(number);
      if (kept !== undefined && this.#matches(kept, filter)) lines.add(kept);
    }
    this.#filter = filter;
    this.#lines = lines;
    return lines;
  }

  #matches({ shown, part }: KeptDecision, filter: Filter): boolean {
    if (filter.part !== undefined && part !== filter.part) return false;
    if (filter.agent !== undefined && shown.agent !== filter.agent) return false;
    const wanted = (filter.search ?? '').toLowerCase();
    if (wanted === '') return true;
    const words = (this.#words ??= { stages: stageNames(), unjudged: t('Could not be judged') });
    const { summary, tool, agent = '', stage, unjudged } = shown;
    return [summary, tool, agent, words.stages[stage], unjudged ? words.unjudged : ''].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  }

  #at(number: number): KeptDecision | undefined {
    return this.#kept[this.#place(number)];
  }

  #place(number: number): number {
    return ((number % this.capacity) + this.capacity) % this.capacity;
  }
}

function isSame(one: Filter, other: Filter): boolean {
  return (
    one.part === other.part &&
    one.agent === other.agent &&
    (one.search ?? '') === (other.search ?? '') &&
    (one.unfolded ?? []).join('\n') === (other.unfolded ?? []).join('\n')
  );
}

function shownLine(line: FoundLine): ActivityLine {
  if ('heading' in line) return line;
  const { newest, number, count, foldId, isUnfolded, place, isHeaded } = line;
  const isFold = count > 1 || isUnfolded;
  return {
    ...newest.shown,
    number,
    place,
    ...(isHeaded ? { headed: true } : {}),
    ...(isFold ? { fold: { id: foldId, count, open: isUnfolded } } : {}),
  };
}
