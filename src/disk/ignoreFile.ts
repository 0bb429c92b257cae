import { sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readRegularFile } from './regularFile';

export const MAX_IGNORE_BYTES = 256_000;
const MAX_IGNORE_LINES = 1_000;
/** Matching takes up to cubic time. */
const MAX_IGNORABLE_CHARACTERS = 256;

export interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
  readonly lines: number;
}

export function readIgnoreFile(path: string, folder: string): IgnoreFile | undefined {
  const lines = readRegularFile(path, MAX_IGNORE_BYTES)?.toString('utf8').split(/\r?\n/);
  const rules = lines === undefined ? undefined : rulesOf(lines);
  return lines === undefined || rules === undefined ? undefined : { folder, rules, lines: lines.length };
}

/** Undefined if too long or outside `folder`. */
export function ignorableName(path: string, folder: string): string | undefined {
  const name = path
    .slice(folder.length)
    .split(sep)
    .filter((segment) => segment !== '')
    .join('/');
  return name.length > MAX_IGNORABLE_CHARACTERS || !ignore.isPathValid(name) ? undefined : name;
}

/** Drops slow ignore rules, which only broadens the answer. A slow re-including rule makes the file unusable. */
function rulesOf(lines: readonly string[]): Ignore | undefined {
  if (lines.length > MAX_IGNORE_LINES) return undefined;
  const simple = lines.filter((line) => isSimple(line));
  if (lines.some((line) => line.startsWith('!') && !isSimple(line))) return undefined;
  return ignore().add(simple);
}

/** At most two stretching wildcards beside `**` at either end. */
function isSimple(line: string): boolean {
  const middle = line.replace(/^!?\/?(?:\*\*\/)?/, '').replace(/\/\*{1,2}$/, '');
  return line.length <= MAX_IGNORABLE_CHARACTERS && (middle.match(/\*+/g)?.length ?? 0) <= 2;
}
