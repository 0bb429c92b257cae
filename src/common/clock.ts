export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never jump. */
  monotonic(): number;
}
