import type { Attack, Step } from './call';
import type { World } from './world';

/** Who decides whether a call runs. */
export interface Judge {
  /** Makes itself at home in a world; undoes what `wrote` did. */
  enter(world: World): void;
  /** The stage that allows the call; undefined: it does not run. */
  allows(step: Step, attack: Attack): Promise<string | undefined>;
  /** An allowed write of an attack's earlier step has happened. */
  wrote(step: Step): void;
  /** The attack is over: what was written is gone. */
  forget(): void;
}

export const ALLOWS_ALL: Judge = {
  enter: () => undefined,
  allows: () => Promise.resolve('everything'),
  wrote: () => undefined,
  forget: () => undefined,
};

export const DENIES_ALL: Judge = { ...ALLOWS_ALL, allows: () => Promise.resolve(undefined) };
