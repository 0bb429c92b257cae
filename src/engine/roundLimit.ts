import type { EffectiveConfiguration } from './model/configuration';
import type { Stage } from './model/decision';
import type { Verdict, Wait } from './model/stage';

/** Then something changes settings or files without end, and the agent must not wait. */
const MAX_ROUNDS = 3;

export class RoundLimit {
  readonly #waitedUnder = new Set<EffectiveConfiguration>();
  readonly #put = new Map<string, number>();

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
