import { knownVariables } from './registry';

const patterns = knownVariables();
const names = new Set(patterns);
const starts = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));

/** A program in a table reads it. */
export function isHeededByTables(name: string): boolean {
  return names.has(name) || starts.some((start) => name.startsWith(start));
}
