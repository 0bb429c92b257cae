import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Step } from './comparison';
import type { FileState, FolderState, LaterState, LinkState } from './fileState';
import { errorCode, inFolder, type OpenFolder } from './openFolder';
import type { Pace } from './pace';
import { stateIn } from './presentState';
import { absoluteIn, isOrdinaryPath, nameOf, parentOf } from './relativePath';
import type { Conflict, WhyConflict } from './snapshotStore';

const WRITABLE = 0o700;
const PRIVATE = 0o600;

/** Undefined: lost. */
export type ContentOf = (file: FileState) => Buffer | undefined;

export interface PutBack {
  readonly done: readonly Step[];
  readonly conflicts: readonly Conflict[];
}

/** Each step only if its place is as it was. Never through a link. */
export async function putBack(
  folder: string,
  steps: readonly Step[],
  contentOf: ContentOf,
  pace: Pace,
): Promise<PutBack> {
  const work = new PuttingBack(folder, contentOf);
  for (const [stage, inOrder] of orderedStages(steps)) {
    for (const step of inOrder) {
      await pace.breathe();
      work.make(step, stage);
    }
  }
  return work.result();
}

type Stage = 'clear' | 'folder' | 'file' | 'folder-mode';

/** First goes what is in the way; folders open for what they get, and close at the end. */
function orderedStages(steps: readonly Step[]): readonly (readonly [Stage, readonly Step[]])[] {
  const downwards = [...steps].sort((a, b) => a.path.length - b.path.length);
  const upwards = [...downwards].reverse();
  const clears = upwards.filter(({ before, now }) => now.kind !== 'missing' && before.kind !== now.kind);
  const folders = downwards.filter(({ before }) => before.kind === 'folder');
  const files = downwards.filter(({ before }) => before.kind === 'file' || before.kind === 'link');
  return [
    ['clear', clears],
    ['folder', folders],
    ['file', files],
    ['folder-mode', [...folders].reverse()],
  ];
}

class PuttingBack {
  readonly #folder: string;
  readonly #contentOf: ContentOf;
  readonly #done = new Map<string, Step>();
  readonly #conflicts = new Map<string, Conflict>();
  /** Places that are free now. */
  readonly #cleared = new Set<string>();

  constructor(folder: string, contentOf: ContentOf) {
    this.#folder = folder;
    this.#contentOf = contentOf;
  }

  make(step: Step, stage: Stage): void {
    const { path } = step;
    if (this.#conflicts.has(path)) return;
    const why = isOrdinaryPath(path) ? this.#tried(step, stage) : 'refused';
    if (why === undefined) this.#done.set(path, step);
    else this.#conflicts.set(path, { path, why });
  }

  result(): PutBack {
    const done = [...this.#done.values()].filter(({ path }) => !this.#conflicts.has(path));
    return { done, conflicts: [...this.#conflicts.values()] };
  }

  #tried(step: Step, stage: Stage): WhyConflict | undefined {
    const parent = parentOf(step.path);
    try {
      if (stage === 'folder' || stage === 'file') this.#makeFolders(parent);
      const result = inFolder(absoluteIn(this.#folder, parent), (open) => ({ why: this.#madeIn(open, step, stage) }));
      return typeof result === 'string' ? 'refused' : result.why;
    } catch (cause) {
      return errorCode(cause) === 'EEXIST' ? 'changed-since' : 'refused';
    }
  }

  #madeIn(open: OpenFolder, step: Step, stage: Stage): WhyConflict | undefined {
    const { before, path } = step;
    const place = open.at(nameOf(path));
    if (stage === 'folder-mode') {
      if (before.kind === 'folder') setFolderMode(place, before.mode);
      return undefined;
    }
    const isFree = this.#cleared.has(path);
    if (!isFree && !isUnchanged(step.now, stateIn(open, path))) return 'changed-since';
    if (stage === 'clear') {
      if (step.now.kind === 'folder') rmdirSync(place);
      else unlinkSync(place);
      this.#cleared.add(path);
      return undefined;
    }
    const replaces = !isFree && step.now.kind !== 'missing';
    if (before.kind === 'file') return this.#makeFile(open, step, before, replaces);
    if (before.kind === 'folder') makeFolder(place, before, replaces);
    else if (before.kind === 'link') makeLink(open, place, before, replaces);
    else return 'refused';
    return undefined;
  }

  #makeFile(open: OpenFolder, { path, now }: Step, before: FileState, replaces: boolean): WhyConflict | undefined {
    const content = this.#contentOf(before);
    if (content === undefined) return 'content-lost';
    const place = open.at(nameOf(path));
    return beside(open, (temporary) => {
      const descriptor = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, PRIVATE);
      try {
        writeFileSync(descriptor, content);
        fchmodSync(descriptor, before.mode);
      } finally {
        closeSync(descriptor);
      }
      if (!replaces) {
        moveToFree(temporary, place);
        return undefined;
      }
      if (!isUnchanged(now, stateIn(open, path))) return 'changed-since';
      renameSync(temporary, place);
      return undefined;
    });
  }

  /** For folders without a record. */
  #makeFolders(path: string): void {
    if (path === '') return;
    const result = inFolder(absoluteIn(this.#folder, path), () => true);
    if (result === true) return;
    this.#makeFolders(parentOf(path));
    inFolder(absoluteIn(this.#folder, parentOf(path)), (open) => {
      mkdirSync(open.at(nameOf(path)));
    });
  }
}

function makeFolder(place: string, before: FolderState, isThere: boolean): void {
  if (!isThere) mkdirSync(place);
  setFolderMode(place, before.mode | WRITABLE);
}

function makeLink(open: OpenFolder, place: string, before: LinkState, replaces: boolean): void {
  if (!replaces) {
    symlinkSync(before.target, place);
    return;
  }
  beside(open, (temporary) => {
    symlinkSync(before.target, temporary);
    renameSync(temporary, place);
  });
}

function beside<T>(open: OpenFolder, work: (temporary: string) => T): T {
  const temporary = open.at(`.auto-mode-${randomBytes(6).toString('hex')}`);
  try {
    return work(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Throws EEXIST if something came between. Some disks have no hard links. */
function moveToFree(temporary: string, place: string): void {
  try {
    linkSync(temporary, place);
  } catch (cause) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errorCode(cause))) throw cause;
    renameSync(temporary, place);
  }
}

function setFolderMode(place: string, mode: number): void {
  if (process.platform === 'win32') return;
  let descriptor: number;
  try {
    descriptor = openSync(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (cause) {
    // Its owner may not open it.
    if (errorCode(cause) !== 'EACCES') throw cause;
    chmodSync(place, mode);
    return;
  }
  try {
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}

/** By times: it was looked at a moment ago. */
function isUnchanged(looked: LaterState, now: LaterState): boolean {
  if (looked.kind === 'file') return now.kind === 'file' && looked.stat === now.stat;
  if (looked.kind === 'link') return now.kind === 'link' && looked.target === now.target;
  return looked.kind === now.kind;
}
