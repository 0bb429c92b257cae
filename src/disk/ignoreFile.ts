/** Reads a `.gitignore`, as far as it can be matched in bounded time. */
import { sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readRegularFile } from './regularFile';

export const MAX_IGNORE_BYTES = 256_000;
const MAX_IGNORE_LINES = 1_000;
/** Longer paths are not held against ignore patterns, whose matching takes up to cubic time. */
const MAX_IGNORABLE_CHARACTERS = 256;

export interface IgnoreFile {
  /** What the paths in its rules are relative to. */
  readonly folder: string;
  readonly rules: Ignore;
  readonly lines: number;
}

/** Undefined if it is absent, or cannot be read or matched. */
export function readIgnoreFile(path: string, folder: string): IgnoreFile | undefined {
  const lines = readRegularFile(path, MAX_IGNORE_BYTES)?.toString('utf8').split(/\r?\n/);
  const rules = lines === undefined ? undefined : rulesOf(lines);
  return lines === undefined || rules === undefined ? undefined : { folder, rules, lines: lines.length };
}

/** The path in the form in which rules of a file in `folder` are held against it; undefined if it takes too long, or is none below. */
export function ignorableName(path: string, folder: string): string | undefined {
  const name = path
    .slice(folder.length)
    .split(sep)
    .filter((segment) => segment !== '')
    .join('/');
  return name.length > MAX_IGNORABLE_CHARACTERS || !ignore.isPathValid(name) ? undefined : name;
}

/**
 * The rules of an ignore file, without those that could take long to match: to leave out a rule that ignores only makes the answer
 * broader. A file from which a rule that includes again would have to be left out is not used at all.
 */
function rulesOf(lines: readonly string[]): Ignore | undefined {
  if (lines.length > MAX_IGNORE_LINES) return undefined;
  const simple = lines.filter((line) => isSimple(line));
  if (lines.some((line) => line.startsWith('!') && !isSimple(line))) return undefined;
  return ignore().add(simple);
}

/** At most two wildcards that can stretch, beside `**` at the start or the end. */
function isSimple(line: string): boolean {
  const middle = line.replace(/^!?\/?(?:\*\*\/)?/, '').replace(/\/\*{1,2}$/, '');
  return line.length <= MAX_IGNORABLE_CHARACTERS && (middle.match(/\*+/g)?.length ?? 0) <= 2;
}
