export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds; never jump. */
  monotonic(): number;
}
