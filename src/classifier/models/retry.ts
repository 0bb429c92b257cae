import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../../common/deadline';
import { ProviderFailure } from './provider';

/** Unless the server names one. */
export const RETRY_DELAYS_MS: readonly number[] = [500, 1_500];

/**
 * Repeats while time is left: a longer wait would make a timeout of a rate limit.
 * @throws the last failure
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  deadline: Deadline,
  delaysMs: readonly number[],
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const delay = delaysMs[failures];
      if (!(error instanceof ProviderFailure) || error.retry === undefined || delay === undefined) throw error;
      const wait = waitBefore(error.retry.afterMs, delay);
      if (wait >= deadline.remaining() * 0.8) throw error;
      await sleep(wait, undefined, { signal: deadline.signal });
    }
  }
}

/** Jitter: callers must not return together, nor at once, as a date may be past here. */
function waitBefore(afterMs: number | undefined, delayMs: number): number {
  const spread = (Math.random() * delayMs) / 4;
  return afterMs === undefined ? delayMs - spread : Math.max(afterMs, delayMs / 2) + spread;
}
