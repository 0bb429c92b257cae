import { lstatSync } from 'node:fs';
import { sep } from 'node:path';
import ignore from 'ignore';
import { readRegularFile } from './regularFile';

export const MAX_IGNORE_BYTES = 256_000;
const MAX_IGNORE_LINES = 1_000;
/** Matching takes up to cubic time. */
const MAX_IGNORABLE_CHARACTERS = 256;

export type IgnoreVerdict = 'ignored' | 'taken-in-again' | 'none';

export interface IgnoreFile {
  readonly folder: string;
  /** @param name relative to the folder, with `/` behind a folder */
  readonly test: (name: string) => IgnoreVerdict;
  readonly lines: number;
}

/** @returns 'unusable': unreadable, or a rule re-includes in a way that programs read differently */
export function readIgnoreFile(path: string, folder: string): IgnoreFile | 'unusable' {
  const text = readRegularFile(path, MAX_IGNORE_BYTES)?.toString('utf8');
  const lines = text?.split(/\r?\n/) ?? [];
  if (text === undefined || lines.length > MAX_IGNORE_LINES) return 'unusable';
  const readAlike = lines.filter(isReadAlike);
  if (lines.some((line) => /^\ufeff?!/.test(line) && !isReadAlike(line))) return 'unusable';
  const exact = ignore({ ignorecase: false }).add(readAlike);
  const folded = ignore({ ignorecase: true }).add(readAlike);
  const test = (name: string): IgnoreVerdict => {
    // For ripgrep case counts.
    const [one, other] = [exact.test(name), folded.test(name)];
    if (one.unignored || other.unignored) return 'taken-in-again';
    return one.ignored ? 'ignored' : 'none';
  };
  return { folder, lines: lines.length, test };
}

/** Undefined: too long or outside `folder`. */
export function ignorableName(path: string, folder: string): string | undefined {
  const name = path
    .slice(folder.length)
    .split(sep)
    .filter((segment) => segment !== '')
    .join('/');
  return name.length > MAX_IGNORABLE_CHARACTERS || !ignore.isPathValid(name) ? undefined : name;
}

/** Read alike by git and ripgrep. At most two stretching wildcards, which are slow, beside `**` at an end. */
const READ_ALIKE = /^!?(?:[\w./*?@+~=,%$# -]|\[(?:[A-Za-z0-9_.]+|0-9|a-z|A-Z|a-zA-Z|A-Za-z)\])*$/;

function isReadAlike(line: string): boolean {
  if (line.length > MAX_IGNORABLE_CHARACTERS || !READ_ALIKE.test(line)) return false;
  const pattern = line.replace(/^!/, '');
  if (line !== '' && /^$|^ | $|\/\/|^\/$|(?:^|\/)\.{1,2}(?:\/|$)/.test(pattern)) return false;
  const middle = line.replace(/^!?\/?(?:\*\*\/)?/, '').replace(/\/\*{1,2}$/, '');
  return (middle.match(/\*+/g)?.length ?? 0) <= 2 && !/[^/]\*\*|\*\*[^/]/.test(pattern);
}

/** A link is other: it may lead to another machine. */
export function ignoreFileAt(path: string): 'none' | 'file' | 'other' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? 'none' : stats.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
}
