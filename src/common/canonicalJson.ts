import { oncePer } from './oncePer';
import type { JsonObject, JsonValue } from './json';

/** Sorts keys: equal values give equal text. */
export function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const record = value as JsonObject;
    const fields = Object.keys(record)
      .filter((key) => record[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(record[key] ?? null)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** For settings, which never change in place. */
export const keptCanonical = oncePer((value: JsonObject): string => canonical(value));
