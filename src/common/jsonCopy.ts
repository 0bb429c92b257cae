import type { JsonValue } from './json';

/** One request, with keys. */
export const MAX_REQUEST_CHARACTERS = 10_000_000;
const MAX_VALUES = 500_000;
const MAX_DEPTH = 100;

export type JsonCopy =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly problem: string };

class NotJson extends Error {}

/** Pure JSON: a judged input cannot change or run code. Too large is a problem, never cut. */
export function jsonCopy(value: unknown): JsonCopy {
  let characters = 0;
  let values = 0;
  const open = new Set<object>();

  function count(text: string, path: string): void {
    characters += text.length;
    if (characters > MAX_REQUEST_CHARACTERS) {
      throw new NotJson(`${path} makes the request larger than ${MAX_REQUEST_CHARACTERS} characters`);
    }
  }

  function copy(item: unknown, path: string, depth: number): JsonValue {
    values += 1;
    if (values > MAX_VALUES) throw new NotJson(`${path} makes the request hold more than ${MAX_VALUES} values`);
    if (depth > MAX_DEPTH) throw new NotJson(`${path} is nested more than ${MAX_DEPTH} levels deep`);
    switch (typeof item) {
      case 'string':
        count(item, path);
        return item;
      case 'boolean':
        return item;
      case 'number':
        if (!Number.isFinite(item)) throw new NotJson(`${path} is not a finite number`);
        return item;
      case 'object':
        return item === null ? null : copyObject(item, path, depth);
      default:
        throw new NotJson(`${path} is a ${typeof item}, which JSON cannot hold`);
    }
  }

  function copyObject(item: object, path: string, depth: number): JsonValue {
    if (open.has(item)) throw new NotJson(`${path} refers back to a value that contains it`);
    open.add(item);
    const result = Array.isArray(item) ? copyArray(item, path, depth) : copyRecord(item, path, depth);
    open.delete(item);
    return result;
  }

  function copyArray(item: readonly unknown[], path: string, depth: number): JsonValue {
    if (item.length > MAX_VALUES) throw new NotJson(`${path} holds more than ${MAX_VALUES} values`);
    const result: JsonValue[] = [];
    for (let index = 0; index < item.length; index += 1) {
      result.push(copy(dataProperty(item, String(index), path), `${path}[${index}]`, depth + 1));
    }
    return result;
  }

  function copyRecord(item: object, path: string, depth: number): JsonValue {
    const prototype: unknown = Object.getPrototypeOf(item);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      throw new NotJson(`${path} is not a plain object`);
    }
    const result: Record<string, JsonValue> = {};
    for (const key of Object.keys(item)) {
      const property = dataProperty(item, key, path);
      if (property === undefined) continue;
      count(key, path);
      const shownKey = key.length > 100 ? `${key.slice(0, 100)}…` : key;
      const value = copy(property, path === '' ? shownKey : `${path}.${shownKey}`, depth + 1);
      if (key === '__proto__') {
        // Assigning would set the prototype and lose the key.
        Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
      } else {
        result[key] = value;
      }
    }
    return result;
  }

  try {
    return { ok: true, value: copy(value, '', 0) };
  } catch (error) {
    // Proxies and revoked objects throw anything.
    const problem = error instanceof NotJson ? error.message : 'the request could not be read as JSON';
    return { ok: false, problem: problem.trim() };
  }
}

/** A getter may answer otherwise when the tool runs. */
function dataProperty(item: object, key: string, path: string): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(item, key);
  if (descriptor?.get) throw new NotJson(`${path}.${key} is computed by a getter`);
  return descriptor?.value;
}
