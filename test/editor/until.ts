import { isDeepStrictEqual } from 'node:util';
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** Finds what never comes. Far above what anything takes on a busy machine, and below the tests' own limits, so that it says what came instead. */
const LIMIT_MS = 120_000;
const PAUSE_MS = 100;

/**
 * Waits until something is as expected.
 *
 * @throws {assert.AssertionError} with what it was last where it never is
 */
export async function until<T>(read: () => Promise<T> | T, expected: T): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const value = await read();
    if (isDeepStrictEqual(value, expected)) return;
    if (Date.now() > end) assert.deepEqual(value, expected);
    // Asking without a pause would keep the editor from becoming so.
    await delay(PAUSE_MS);
  }
}
