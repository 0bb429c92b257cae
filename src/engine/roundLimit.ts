import type { EffectiveConfiguration } from './model/configuration';
import type { Stage } from './model/decision';
import type { Verdict, Wait } from './model/stage';

/**
 * Settings under which a decision may begin to wait, and times that one question may be put in it. More than that come from something
 * that changes the settings or the files over and over, and the agent is not to be kept waiting.
 */
const MAX_ROUNDS = 3;

/** Bounds how often one decision waits. */
export class RoundLimit {
  readonly #waitedUnder = new Set<EffectiveConfiguration>();
  readonly #put = new Map<string, number>();

  /** Counts the wait; false where it is one too many. */
  allows({ about }: Wait, configuration: EffectiveConfiguration): boolean {
    const times = (this.#put.get(about) ?? 0) + 1;
    this.#put.set(about, times);
    this.#waitedUnder.add(configuration);
    return times <= MAX_ROUNDS && this.#waitedUnder.size <= MAX_ROUNDS;
  }
}

export function keptChanging(stage: Stage): Verdict {
  return {
    outcome: 'block',
    stage,
    reason: 'The settings, or the files of this call, kept changing while it was decided, so it is blocked.',
    remedy: 'Try again once they have settled.',
  };
}
