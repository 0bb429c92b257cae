import type { EffectiveConfiguration } from './configuration';

type Primitive = string | number | boolean | null | undefined;

/** Flat, so that it is quickly compared. */
export type KeptValue = Primitive | readonly Primitive[] | Readonly<Record<string, Primitive>>;

export type AskedPort = 'files' | 'writes' | 'memory' | 'user' | 'request';

export interface AskedQuestion {
  readonly port: AskedPort;
  readonly member: string;
  /** Undefined: a field was read. */
  readonly given: readonly KeptValue[] | undefined;
  readonly answer: KeptValue;
}

export interface KnownStep {
  /** But for what earlier steps asked. */
  readonly asked: readonly AskedQuestion[];
  readonly result: unknown;
  /** Of the questions and answers. */
  readonly characters: number;
}

export interface KnownRound {
  /** By identity: it never changes. */
  readonly configuration: EffectiveConfiguration;
  /** The values of all facts of the machine. */
  readonly machine: readonly unknown[];
  readonly steps: readonly KnownStep[];
}

/** First rounds with what they asked; see `Recall`. */
export interface KnownRounds {
  /** Most calls never come again, and to keep what they ask takes time. Counts this time. */
  comesAgain(key: string): boolean;
  get(key: string): KnownRound | undefined;
  set(key: string, round: KnownRound): void;
}
