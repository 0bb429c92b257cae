import type { JsonObject } from '../../common/json';
import { isJsonObject } from '../hooks/hookPayload';
import { unfitShape } from '../hooks/jsonShape';

/**
 * The input of a tool as an object, undefined for what is no input. Some hosts write it as JSON text; a tool that takes any text
 * (`apply_patch`) is handed the text itself, here as `input`.
 */
export function toolInput(value: unknown): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  // The model wrote this text.
  if (/^\s*\{/.test(value) && unfitShape(value) !== undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // Text that is no JSON.
  }
  return { input: value };
}
