import type { JsonObject, JsonValue } from '../../common/json';

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own properties only. */
export function field(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
