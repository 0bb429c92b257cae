import { isHeeded } from '../../engine/proof/environment';
import type { CallEnvironment } from '../../calls/request';

/** More than any PATH that was not made to be long. A longer value is set to something unknown. */
const MAX_VALUE_BYTES = 32 * 1024;
/** Of variables that are heeded. With more of them the environment is unknown. */
const MAX_VARIABLES = 1_000;
/** Of all kinds; each is looked up. */
const MAX_RECORDS = 5_000;
/** A longer name is told by its beginning, as set to something unknown. */
const MAX_NAME = 256;

/**
 * Of an environment's records (`NAME=value`, each ended by a null byte) those that are heeded; null where none can be read. A value that
 * is too long, no text, or given twice is null: programs differ in which of two they take.
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
  // Where the system gives no null bytes, a launcher has to put a mark in their place, and what was that mark becomes another.
  if (bytes.includes(1) || bytes.includes(2)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
