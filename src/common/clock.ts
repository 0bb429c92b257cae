export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never jump. */
  monotonic(): number;
}
