import type { JsonObject } from '../../common/json';
import { isJsonObject } from '../hooks/hookPayload';
import { unfitShape } from '../hooks/jsonShape';

/** Some hosts send JSON text. A free-text tool (`apply_patch`) gets its text as `input`. */
export function toolInput(value: unknown): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  // It is the model's text.
  if (/^\s*\{/.test(value) && unfitShape(value) !== undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // Plain text.
  }
  return { input: value };
}
