import { fileState, sameByStat, type FileState, type KeptState } from './fileState';
import type { Repository, TrackedFile } from './git/repository';
import type { ObjectStore } from './objectStore';
import { inFolder, type OpenFolder } from './openFolder';
import type { Pace } from './pace';
import { absoluteIn, nameOf, parentOf } from './relativePath';
import type { LeftFile, SnapshotBounds, WhyLeft } from './snapshotStore';
import { blobId, contentHash, readStill } from './stillFile';
import type { Listing } from './treeListing';

export interface Kept {
  readonly entries: readonly KeptState[];
  readonly left: readonly LeftFile[];
  readonly repositories: readonly Repository[];
  readonly files: number;
  readonly bytes: number;
}

export interface Keeping {
  readonly folder: string;
  readonly bounds: SnapshotBounds;
  /** With the contents of git's packs: a later command may drop them. */
  readonly copiesAll: boolean;
  readonly objects: ObjectStore;
  /** Contents in the store, by path. */
  readonly known: ReadonlyMap<string, FileState>;
  readonly knownRepositories: readonly { readonly objectsFolder: string }[];
  readonly pace: Pace;
}

/** Stores the content of each listed file, by default without what git holds for good. */
export async function keepContents(listing: Listing, keeping: Keeping): Promise<Kept> {
  const work = new ContentKeeping(listing, keeping);
  await work.run();
  return work;
}

class ContentKeeping implements Kept {
  readonly left: LeftFile[];
  readonly repositories: Repository[] = [];
  files = 0;
  bytes = 0;
  readonly #listing: Listing;
  readonly #keeping: Keeping;
  readonly #entries: Map<string, KeptState>;

  constructor(listing: Listing, keeping: Keeping) {
    this.#listing = listing;
    this.#keeping = keeping;
    this.#entries = listing.entries;
    this.left = [...listing.left];
  }

  get entries(): readonly KeptState[] {
    return [...this.#entries.values()];
  }

  /** Tracked files first: they are worth most. */
  async run(): Promise<void> {
    const files = [...this.#entries.values()].filter((entry) => entry.kind === 'file');
    const { tracked } = this.#listing;
    await this.#keepAll(files.filter((file) => tracked.has(file.path)));
    await this.#keepAll(files.filter((file) => !tracked.has(file.path)));
  }

  async #keepAll(files: readonly FileState[]): Promise<void> {
    for (const [parent, inside] of byFolder(files)) {
      const result = inFolder(absoluteIn(this.#keeping.folder, parent), (open) => this.#keepIn(open, inside));
      const ended = result instanceof Promise ? await result : result;
      if (ended === 'tried') continue;
      for (const { path } of inside) this.#leave(path, ended === 'refused' ? 'unreadable' : 'changing');
    }
  }

  async #keepIn(open: OpenFolder, files: readonly FileState[]): Promise<'tried'> {
    for (const file of files) {
      await this.#keeping.pace.breathe();
      const kept = this.#asKnown(file) ?? (await this.#keep(open, file));
      if (typeof kept === 'string') this.#leave(file.path, kept);
      else this.#entries.set(file.path, kept);
    }
    return 'tried';
  }

  /** The content was read before and is unchanged. */
  #asKnown(file: FileState): FileState | undefined {
    const { known, knownRepositories, copiesAll, objects } = this.#keeping;
    const before = known.get(file.path);
    if (before?.hash === undefined || sameByStat(before, file) !== true) return undefined;
    const tracked = this.#listing.tracked.get(file.path);
    if (before.blob !== undefined) {
      if (copiesAll) return undefined;
      const { id, repository } = before.blob;
      const isSame = tracked?.repository.objectsFolder === knownRepositories[repository]?.objectsFolder;
      if (tracked === undefined || !isSame || !isHeldByGit(tracked, id)) return undefined;
      return this.#held(file, before.hash, id, tracked.repository);
    }
    if (this.#overBound(file) !== undefined || !objects.has(before.hash, file.size)) return undefined;
    return this.#counted({ ...file, hash: before.hash });
  }

  async #keep(open: OpenFolder, listed: FileState): Promise<FileState | WhyLeft> {
    const { bounds, objects, pace } = this.#keeping;
    if (pace.isOver) return 'no-time';
    const still = readStill(open, nameOf(listed.path), bounds.fileBytes);
    if (typeof still === 'string') return still;
    const file = fileState(listed.path, still.stats, Date.now());
    const hash = await contentHash(still.content, pace);
    const held = await this.#heldByGit(still.content, this.#listing.tracked.get(listed.path));
    if (held !== undefined) return this.#held(file, hash, held.id, held.repository);
    const bound = this.#overBound(file);
    if (bound !== undefined) return bound;
    try {
      objects.put(hash, still.content);
    } catch {
      return 'too-large';
    }
    return this.#counted({ ...file, hash });
  }

  async #heldByGit(
    content: Buffer,
    tracked: TrackedFile | undefined,
  ): Promise<{ readonly id: string; readonly repository: Repository } | undefined> {
    if (this.#keeping.copiesAll) return undefined;
    if (tracked?.file.blob === undefined || tracked.file.sizeBytes !== content.length % 2 ** 32) return undefined;
    const { repository, file } = tracked;
    const id = await blobId(content, repository.hash, this.#keeping.pace);
    return id === file.blob && isHeldByGit(tracked, id) ? { id, repository } : undefined;
  }

  #held(file: FileState, hash: string, id: string, repository: Repository): FileState {
    let at = this.repositories.findIndex(({ objectsFolder }) => objectsFolder === repository.objectsFolder);
    if (at === -1) at = this.repositories.push(repository) - 1;
    return { ...file, hash, blob: { id, repository: at } };
  }

  #overBound(file: FileState): WhyLeft | undefined {
    const { bounds } = this.#keeping;
    if (this.files >= bounds.files) return 'too-many';
    return file.size > bounds.fileBytes || this.bytes + file.size > bounds.bytes ? 'too-large' : undefined;
  }

  #counted(file: FileState): FileState {
    this.files += 1;
    this.bytes += file.size;
    return file;
  }

  #leave(path: string, why: WhyLeft): void {
    this.#entries.delete(path);
    this.left.push({ path, why });
  }
}

/** For good, and where an undo looks for it. */
function isHeldByGit({ repository, name }: TrackedFile, blob: string): boolean {
  return repository.committed.holds(name, blob) && repository.objects.packs.has(blob);
}

export function byFolder<T extends { readonly path: string }>(items: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const folders = new Map<string, T[]>();
  for (const item of items) {
    const parent = parentOf(item.path);
    const inside = folders.get(parent);
    if (inside === undefined) folders.set(parent, [item]);
    else inside.push(item);
  }
  return folders;
}
