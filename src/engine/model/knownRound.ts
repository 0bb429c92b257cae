import type { SearchedFiles } from '../../files/fileSystem';
import type { EffectiveConfiguration } from './configuration';

type Primitive = string | number | boolean | null | undefined;

/** Flat, to compare quickly. */
export type KeptValue = Primitive | readonly Primitive[] | Readonly<Record<string, Primitive>>;

export type AskedPort = 'files' | 'writes' | 'memory' | 'user' | 'request' | 'answers' | 'words';

export interface AskedQuestion {
  readonly port: AskedPort;
  readonly member: string;
  /** Undefined: a field was read. */
  readonly given: readonly KeptValue[] | undefined;
  readonly answer: KeptValue;
}

export interface SearchVisit {
  readonly about: 'wanted' | 'name' | 'enters';
  readonly path: string;
  /** Where it was found; equal but for links. */
  readonly place: string;
  readonly answer: boolean;
}

/** See `FileSystem.searchWouldRead`. */
export interface AskedSearch {
  readonly root: string;
  readonly options: Omit<SearchedFiles, 'byName' | 'enters' | 'isOver'>;
  readonly entersSome: boolean;
  /** What it asked back, in turn. */
  readonly visits: readonly SearchVisit[];
  readonly found: 'yes' | 'no';
}

export interface KnownStep {
  /** Without what earlier steps asked. */
  readonly asked: readonly (AskedQuestion | AskedSearch)[];
  readonly result: unknown;
  /** Of the questions and answers. */
  readonly characters: number;
}

export interface KnownRound {
  /** By identity: it never changes. */
  readonly configuration: EffectiveConfiguration;
  readonly machine: readonly unknown[];
  readonly steps: readonly KnownStep[];
}

/** Rounds and what they asked; see `Recall`. */
export interface KnownRounds {
  /** Keeping answers costs time, and most calls never come again. Counts this time. */
  comesAgain(key: string): boolean;
  get(key: string): KnownRound | undefined;
  set(key: string, round: KnownRound): void;
}
