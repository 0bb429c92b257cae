import type { KeptValue } from '../model/knownRound';

export const NOT_KEPT = Symbol('not kept');

/** @returns a copy, since a port may change its answer; `NOT_KEPT` for a value that is not flat */
export function kept(value: unknown): KeptValue | typeof NOT_KEPT {
  if (isPrimitive(value)) return value;
  if (Array.isArray(value)) return value.every(isPrimitive) ? [...value] : NOT_KEPT;
  return isFlatRecord(value) ? { ...value } : NOT_KEPT;
}

export function isSame(known: KeptValue, value: unknown): boolean {
  if (Object.is(known, value)) return isPrimitive(value);
  if (isPrimitive(known) || isPrimitive(value)) return false;
  if (isList(known)) return Array.isArray(value) && haveSameItems(known, value);
  if (!isFlatRecord(value)) return false;
  const names = Object.keys(known);
  return (
    names.length === Object.keys(value).length &&
    names.every((name) => Object.hasOwn(value, name) && Object.is(known[name], value[name]))
  );
}

export function haveSameItems(known: readonly unknown[], items: readonly unknown[]): boolean {
  return known.length === items.length && known.every((item, at) => Object.is(item, items[at]));
}

type Primitive = Extract<KeptValue, string | number | boolean | null | undefined>;

function isPrimitive(value: unknown): value is Primitive {
  return value === null || !['object', 'function', 'symbol', 'bigint'].includes(typeof value);
}

function isList(value: KeptValue): value is readonly Primitive[] {
  return Array.isArray(value);
}

/** An object of a class may hold more than its fields show. */
function isFlatRecord(value: unknown): value is Readonly<Record<string, Primitive>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every(isPrimitive);
}
