import { isHeeded } from '../../engine/proof/environment';
import type { CallEnvironment } from '../../calls/request';

/** Above any normal PATH; longer ones are unknown. */
const MAX_VALUE_BYTES = 32 * 1024;
/** More make the environment unknown. */
const MAX_VARIABLES = 1_000;
const MAX_RECORDS = 5_000;
/** Longer ones are cut, their value unknown. */
const MAX_NAME = 256;

/**
 * Keeps relevant `NAME=value` records, each with a null byte at its end; null: unreadable. A long, non-text or repeated
 * value is null.
 */
export function readEnvironment(records: Buffer): CallEnvironment | null {
  const heeded = new Map<string, string | null>();
  let start = 0;
  let count = 0;
  for (let end = records.indexOf(0); end !== -1; end = records.indexOf(0, start)) {
    const record = records.subarray(start, end);
    start = end + 1;
    count += 1;
    if (count > MAX_RECORDS) return null;
    const equals = record.indexOf('=');
    if (equals === -1) continue;
    const name = record.toString('latin1', 0, equals);
    if (!isHeeded(name)) continue;
    const key = name.slice(0, MAX_NAME);
    heeded.set(key, heeded.has(key) || key !== name ? null : valueOf(record.subarray(equals + 1)));
    if (heeded.size > MAX_VARIABLES) return null;
  }
  return start === 0 ? null : Object.fromEntries(heeded);
}

function valueOf(bytes: Buffer): string | null {
  if (bytes.length > MAX_VALUE_BYTES) return null;
  // They replace null bytes.
  if (bytes.includes(1) || bytes.includes(2)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
