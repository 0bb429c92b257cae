import { lstatSync, readdirSync } from 'node:fs';
import { fileState, modeOf, sameByStat, type FileState, type KeptState, type LaterState } from './fileState';
import { linkTarget } from './linkTarget';
import { inFolder, isAbsence, type OpenFolder } from './openFolder';
import type { Pace } from './pace';
import { absoluteIn, nameOf, parentOf } from './relativePath';
import { contentHash, readStill } from './stillFile';

/** Compares a folder's paths with what was there. Follows no links: what is behind one is missing. */
export class PresentState {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #pace: Pace;
  /** On a disk that ignores case, an unlisted name may exist. */
  readonly #names = new Map<string, ReadonlySet<string> | 'absent' | 'refused'>();

  /** @param maxBytes larger files are compared by time */
  constructor(folder: string, maxBytes: number, pace: Pace) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#pace = pace;
  }

  async at(path: string): Promise<LaterState> {
    await this.#pace.breathe();
    if (path === '') return this.#root();
    const parent = parentOf(path);
    const names = this.namesIn(parent);
    if (names === 'refused') return { kind: 'unknown', path };
    if (names === 'absent' || !names.has(nameOf(path))) return { kind: 'missing', path };
    const state = inFolder(absoluteIn(this.#folder, parent), (open) => stateIn(open, path));
    return state === 'absent' ? { kind: 'missing', path } : state === 'refused' ? { kind: 'unknown', path } : state;
  }

  namesIn(path: string): ReadonlySet<string> | 'absent' | 'refused' {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const names = inFolder(absoluteIn(this.#folder, path), namesOf);
    this.#names.set(path, names);
    return names;
  }

  /** Undefined: unreadable. */
  async hashed(file: FileState): Promise<FileState | undefined> {
    if (file.hash !== undefined) return file;
    const still = inFolder(absoluteIn(this.#folder, parentOf(file.path)), (open) =>
      readStill(open, nameOf(file.path), this.#maxBytes),
    );
    if (typeof still === 'string') return undefined;
    return { ...fileState(file.path, still.stats, Date.now()), hash: await contentHash(still.content, this.#pace) };
  }

  /** Undefined: unknown. */
  async isSame(before: KeptState | LaterState, now: LaterState): Promise<boolean | undefined> {
    if (before.kind === 'unknown' || before.kind === 'passed' || now.kind === 'unknown') return undefined;
    if (before.kind === 'link') return now.kind === 'link' && before.target === now.target;
    if (before.kind === 'folder') return now.kind === 'folder' && before.mode === now.mode;
    if (before.kind !== 'file' || now.kind !== 'file') return before.kind === now.kind;
    const byStat = sameByStat(before, now);
    if (byStat !== undefined) return byStat;
    const hashed = await this.hashed(now);
    return hashed === undefined || before.hash === undefined ? undefined : sameByStat(before, hashed);
  }

  #root(): LaterState {
    try {
      return { kind: 'folder', path: '', mode: modeOf(lstatSync(this.#folder, { bigint: true })) };
    } catch {
      return { kind: 'unknown', path: '' };
    }
  }
}

function namesOf(open: OpenFolder): ReadonlySet<string> | 'absent' | 'refused' {
  try {
    return new Set(readdirSync(open.at()));
  } catch (cause) {
    return isAbsence(cause) ? 'absent' : 'refused';
  }
}

export function stateIn(open: OpenFolder, path: string): LaterState {
  try {
    const place = open.at(nameOf(path));
    const stats = lstatSync(place, { bigint: true });
    if (stats.isSymbolicLink()) return linkState(place, path);
    if (stats.isDirectory()) return { kind: 'folder', path, mode: modeOf(stats) };
    return stats.isFile() ? fileState(path, stats, Date.now()) : { kind: 'unknown', path };
  } catch (cause) {
    return isAbsence(cause) ? { kind: 'missing', path } : { kind: 'unknown', path };
  }
}

function linkState(place: string, path: string): LaterState {
  const target = linkTarget(place);
  return target === undefined ? { kind: 'unknown', path } : { kind: 'link', path, target };
}
