/** Makes attacks, asks the judge about each, and has the oracle see what the allowed ones do. */
import { RandomNumbers } from '../shell/randomNumbers';
import type { Attack } from './call';
import { makeAttack } from './grammar';
import type { Judge } from './judge';
import { Oracle, type Effect } from './oracle';
import { RoomRoot } from './room/roomRoot';
import { makeWorld } from './scratchHome';
import { shrunk } from './shrink';
import type { World } from './world';

export interface Finding {
  readonly attack: Attack;
  readonly world: World;
  readonly stage: string;
  readonly effect: Effect;
}

export interface AttackRun {
  readonly attacks: number;
  readonly allowed: number;
  readonly findings: readonly Finding[];
  readonly home: string;
}

export interface AttackOptions {
  readonly seed: number;
  readonly count: number;
  /** How many attacks one scratch home takes. */
  readonly perWorld?: number;
  /** Only this attack. */
  readonly only?: number | undefined;
  readonly judge: Judge;
  /** Whether the oracle is to see what the allowed part of an attack does; missing: always. */
  readonly isWatched?: (allowed: Attack) => boolean;
  /** False: findings stay as they were made. */
  readonly shrink?: boolean;
  /** After each world: whether no more attacks are needed. */
  readonly isEnough?: (findings: readonly Finding[]) => boolean;
  readonly progress?: (attacks: number, allowed: number, findings: number) => void;
}

/** @throws {SandboxUnavailable} */
export async function runAttacks(options: AttackOptions): Promise<AttackRun> {
  const root = await RoomRoot.make();
  try {
    const oracle = await Oracle.open(root);
    try {
      return await new Run(options, oracle, root.home).go();
    } finally {
      await oracle.close();
    }
  } finally {
    await root.remove();
  }
}

/** Each takes some tens of calls. */
const MOST_SHRUNK = 400;

/** One of each is made shorter. */
function formOf({ attack, effect }: Finding): string {
  return [effect.kind, attack.form, ...attack.rules].join(' ');
}

class Run {
  readonly #options: AttackOptions;
  readonly #oracle: Oracle;
  readonly #home: string;
  readonly #findings: Finding[] = [];
  readonly #shrunk = new Set<string>();
  #attacks = 0;
  #allowed = 0;

  constructor(options: AttackOptions, oracle: Oracle, home: string) {
    this.#options = options;
    this.#oracle = oracle;
    this.#home = home;
  }

  async go(): Promise<AttackRun> {
    const { count, perWorld = 250, only } = this.#options;
    for (let index = 0; index * perWorld < count; index += 1) {
      const numbers = Array.from(
        { length: Math.min(perWorld, count - index * perWorld) },
        (_, at) => index * perWorld + at,
      );
      if (only === undefined) await this.#attackWorld(index, numbers);
      else if (numbers.includes(only)) await this.#attackWorld(index, [only]);
      this.#options.progress?.(this.#attacks, this.#allowed, this.#findings.length);
      if (this.#options.isEnough?.(this.#findings) === true) break;
    }
    return { attacks: this.#attacks, allowed: this.#allowed, findings: this.#findings, home: this.#home };
  }

  async #attackWorld(index: number, numbers: readonly number[]): Promise<void> {
    const { seed, judge } = this.#options;
    const world = makeWorld(index, this.#home, new RandomNumbers(mixed(seed, index)));
    judge.enter(world);
    this.#oracle.enter(world);
    // While the rooms run one attack, the judge thinks about the next.
    let seen: Promise<void> = Promise.resolve();
    const first = this.#findings.length;
    for (const number of numbers) {
      const attack = makeAttack(number, world, new RandomNumbers(mixed(seed ^ 0x5bd1e995, number)));
      this.#attacks += 1;
      const judged = await this.#judged(attack);
      if (judged === undefined) continue;
      this.#allowed += 1;
      if (this.#options.isWatched?.(judged.attack) === false) continue;
      await seen;
      seen = this.#watch(judged.attack, judged.stage, world);
    }
    await seen;
    if (this.#options.shrink === false) return;
    for (let at = first; at < this.#findings.length; at += 1) {
      const finding = this.#findings[at]!;
      const name = formOf(finding);
      if (this.#shrunk.has(name) || this.#shrunk.size >= MOST_SHRUNK) continue;
      this.#shrunk.add(name);
      this.#findings[at] = await this.#shrink(finding);
    }
  }

  /** What of the attack may run; undefined: nothing. */
  async #judged(attack: Attack): Promise<{ readonly attack: Attack; readonly stage: string } | undefined> {
    const { judge } = this.#options;
    const stages: string[] = [];
    for (const step of attack.steps) {
      const stage = await judge.allows(step, attack);
      if (stage === undefined) break;
      stages.push(stage);
      if (step.tool === 'write') judge.wrote(step);
    }
    judge.forget();
    const stage = stages.at(-1);
    if (stage === undefined) return undefined;
    const { bites, ...rest } = attack;
    const isWhole = stages.length === attack.steps.length;
    const steps = attack.steps.slice(0, stages.length);
    return { attack: { ...rest, steps, ...(isWhole && bites !== undefined ? { bites } : {}) }, stage };
  }

  async #watch(attack: Attack, stage: string, world: World): Promise<void> {
    for (const effect of await this.#oracle.effectsOf(attack)) {
      this.#findings.push({ attack, world, stage, effect });
    }
  }

  async #shrink(finding: Finding): Promise<Finding> {
    let { effect } = finding;
    const attack = await shrunk(finding.attack, async (shorter) => {
      if ((await this.#judged(shorter))?.attack.steps.length !== shorter.steps.length) return false;
      const same = (await this.#oracle.effectsOf(shorter)).find(({ kind }) => kind === finding.effect.kind);
      effect = same ?? effect;
      return same !== undefined;
    });
    return { ...finding, attack, effect };
  }
}

/** One number of two, which differs from its neighbours'. */
function mixed(seed: number, index: number): number {
  return (Math.imul(seed ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b) ^ (index + 1)) >>> 0;
}
