import type { KnownRound, KnownRounds } from '../../../src/engine/model/knownRound';

/** Keeps each round from the first time on. */
export class EveryRound implements KnownRounds {
  readonly rounds = new Map<string, KnownRound>();
  /** Rounds with a step that was taken anew. */
  renewed = 0;

  comesAgain(): boolean {
    return true;
  }

  get(key: string): KnownRound | undefined {
    return this.rounds.get(key);
  }

  set(key: string, round: KnownRound): void {
    this.renewed += 1;
    this.rounds.set(key, round);
  }
}
