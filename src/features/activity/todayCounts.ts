import type { ActivityPart } from '../../panel/activity';

/** How the calls of the local day were settled. */
export class TodayCounts {
  #counts = new Map<ActivityPart, number>();
  /** Milliseconds. */
  #day = { from: 0, to: 0 };

  constructor(private readonly now: () => number) {}

  /** @param at ISO 8601; another day is ignored */
  add(at: string, part: ActivityPart): void {
    const moment = Date.parse(at);
    this.#turn();
    if (!(moment >= this.#day.from && moment < this.#day.to)) return;
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1);
  }

  clear(): void {
    this.#counts.clear();
  }

  get counts(): Readonly<Partial<Record<ActivityPart, number>>> {
    this.#turn();
    return Object.fromEntries(this.#counts);
  }

  #turn(): void {
    const now = this.now();
    if (now >= this.#day.from && now < this.#day.to) return;
    const midnight = new Date(now);
    midnight.setHours(0, 0, 0, 0);
    const next = new Date(midnight);
    next.setDate(next.getDate() + 1);
    this.#day = { from: midnight.getTime(), to: next.getTime() };
    this.#counts.clear();
  }
}
