import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../../common/deadline';
import { ProviderFailure } from './provider';

/** Milliseconds before the second and the third attempt, where the server names no time. */
export const RETRY_DELAYS_MS: readonly number[] = [500, 1_500];

/**
 * Repeats `attempt` while its failure says that a repetition may help and a good part of the time is left after the wait. Waiting longer than
 * that would only turn "rate limit" into "timeout".
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

/** Callers that were turned away together should not come back together, nor at once: a server's date may lie in the past of this clock. */
function waitBefore(afterMs: number | undefined, delayMs: number): number {
  const spread = (Math.random() * delayMs) / 4;
  return afterMs === undefined ? delayMs - spread : Math.max(afterMs, delayMs / 2) + spread;
}
