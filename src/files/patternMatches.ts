/** What any shell may find; behind a bracket any name that begins alike. */
import type { FileSystem } from './fileSystem';
import { isPattern, patternsMeet } from './namePattern';
import { foldBroadly, joinPath, parentPath, splitPath } from './pathText';

const MAX_NAMES = 1_000;
const MAX_FOLDERS = 500;

/**
 * @param pattern absolute, in normal form; `**` goes through folders
 * @returns what exists; undefined: unknown, or too much
 */
export function pathsThatFit(
  pattern: string,
  platform: NodeJS.Platform,
  files: FileSystem,
): readonly string[] | undefined {
  const names = splitPath(pattern, platform).filter((name) => name !== '');
  const windows = platform === 'win32';
  const root = windows ? `${names.shift() ?? ''}\\` : '/';
  return new Expansion(platform, files).from(root, names);
}

/** A pattern for some shell. */
export function isWild(name: string): boolean {
  return isPattern(name) || name.includes('[');
}

class Expansion {
  readonly #platform: NodeJS.Platform;
  readonly #files: FileSystem;
  #folders = 0;

  constructor(platform: NodeJS.Platform, files: FileSystem) {
    this.#platform = platform;
    this.#files = files;
  }

  from(root: string, names: readonly string[]): readonly string[] | undefined {
    let found: readonly string[] = [root];
    for (const [at, name] of names.entries()) {
      const next = this.#next(found, name, at === names.length - 1);
      if (next === undefined || next.length > MAX_NAMES) return undefined;
      found = next;
    }
    return found.filter((path) => !this.#isAbsent(path));
  }

  #next(folders: readonly string[], name: string, isLast: boolean): readonly string[] | undefined {
    if (!isWild(name)) return folders.map((folder) => joinPath(folder, name, this.#platform));
    if (name.includes('**')) return /^\*+$/.test(name) ? this.#below(folders, isLast) : undefined;
    const all: string[] = [];
    for (const folder of folders) {
      const below = this.#namesIn(folder);
      if (below === undefined) return undefined;
      const fits = nameFits(name);
      all.push(...below.filter(fits).map((found) => joinPath(folder, found, this.#platform)));
      if (all.length > MAX_NAMES) return undefined;
    }
    return all;
  }

  /** Some shells go through links. */
  #below(folders: readonly string[], isLast: boolean): readonly string[] | undefined {
    const all = [...folders];
    // The list grows meanwhile.
    for (const folder of all) {
      const below = this.#namesIn(folder);
      if (below === undefined) return undefined;
      for (const name of below.filter((one) => !one.startsWith('.'))) {
        const path = joinPath(folder, name, this.#platform);
        if (isLast || this.#mayBeFolder(path)) all.push(path);
      }
      if (all.length > MAX_NAMES) return undefined;
    }
    return all;
  }

  #namesIn(folder: string): readonly string[] | undefined {
    this.#folders += 1;
    if (this.#folders > MAX_FOLDERS || this.#files.isRemote(folder)) return undefined;
    return this.#files.listNames(folder, MAX_NAMES);
  }

  #mayBeFolder(path: string): boolean {
    const facts = this.#files.inspect(path);
    return facts === 'unreadable' || (facts !== 'absent' && (facts.type === 'directory' || facts.type === 'symlink'));
  }

  #isAbsent(path: string): boolean {
    return !this.#files.isRemote(parentPath(path, this.#platform)) && this.#files.inspect(path) === 'absent';
  }
}

/** One character in every shell. The first is a bracket that holds no dot in any language. */
const SIMPLE_BRACKET = /\[[!^]?[\w,.:=@%+~#-]+\]/g;
const BEGINS_WITHOUT_DOT = /^\[(?:\w(?:-\w)?)+\]/;

/** Without case, which some ignore. What is no ASCII has another length in another language. */
function nameFits(pattern: string): (name: string) => boolean {
  const folded = foldBroadly(pattern);
  const mayBeHidden = folded.startsWith('[') && !BEGINS_WITHOUT_DOT.test(folded);
  const simple = folded.replace(SIMPLE_BRACKET, '?');
  const [open, close] = [simple.indexOf('['), simple.lastIndexOf(']')];
  const behind = close > open ? simple.slice(close + 1) : '';
  const plain = open === -1 ? simple : `${simple.slice(0, open)}*${behind}`;
  return (name) =>
    !/^[\x00-\x7f]*$/.test(name) ||
    patternsMeet(plain, foldBroadly(name)) ||
    (mayBeHidden && patternsMeet(plain, foldBroadly(name).replace(/^\./, '_')));
}
