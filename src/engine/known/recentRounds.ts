import { LRUCache } from 'lru-cache';
import type { KnownRound, KnownRounds } from '../model/knownRound';

const MOST_KEPT = 1_000;
const MOST_CHARACTERS = 4_000_000;
/** Longer ones are not kept. */
const MOST_OF_ONE = 100_000;

export class RecentRounds implements KnownRounds {
  readonly #seen = new LRUCache<string, true>({
    max: 2 * MOST_KEPT,
    maxSize: MOST_CHARACTERS,
    maxEntrySize: MOST_OF_ONE,
    sizeCalculation: (_, key) => key.length,
  });
  readonly #rounds = new LRUCache<string, KnownRound>({
    max: MOST_KEPT,
    maxSize: MOST_CHARACTERS,
    maxEntrySize: MOST_OF_ONE,
    sizeCalculation: ({ steps }, key) => steps.reduce((sum, { characters }) => sum + characters, key.length),
  });

  comesAgain(key: string): boolean {
    if (this.#seen.get(key) === true) return true;
    this.#seen.set(key, true);
    return false;
  }

  get(key: string): KnownRound | undefined {
    return this.#rounds.get(key);
  }

  set(key: string, round: KnownRound): void {
    this.#rounds.set(key, round);
  }
}
