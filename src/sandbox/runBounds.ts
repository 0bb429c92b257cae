/** What a contained run may take, in kilobytes where no other unit is named. */
export interface RunBounds {
  readonly memory: number;
  /** Threads count. */
  readonly processes: number;
  readonly seconds: number;
  /** That it leaves free of each file system that it writes. */
  readonly disk: number;
  /** How many more files fit there. */
  readonly files: number;
  /** Of one file. */
  readonly file: number;
  /** Of the kept cache, after the run. */
  readonly cache: number;
}

/** Where a ticket says nothing else. Of memory: three quarters of what is free when the run starts. */
export const BOUNDS: Omit<RunBounds, 'memory'> = {
  /** Below the limit inside, where a fork bomb would stay. */
  processes: 4_000,
  /** Longer than any agent waits. */
  seconds: 1_800,
  disk: 1_048_576,
  files: 10_000,
  file: 16_777_216,
  cache: 10_485_760,
};
