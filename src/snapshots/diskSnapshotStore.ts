import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { turns } from '../common/turns';
import { prepareFolder } from '../disk/gateHome';
import { changesAfter, described } from './afterRun';
import { cleanStore, hasRoomForHeld } from './cleaning';
import { compare, putBackKind, type Comparison, type Step } from './comparison';
import type { FileState, KeptState, LaterState } from './fileState';
import { ID_BYTES } from '../disk/gitIndex';
import { Packs } from '../disk/gitPacks';
import { keepContents, type Kept } from './keeping';
import { ObjectStore, sha256 } from './objectStore';
import { Pace } from './pace';
import { PresentState } from './presentState';
import { putBack } from './puttingBack';
import { Records, shownSnapshot, type SnapshotRecord } from './records';
import { absoluteIn, isOrdinaryPath, relativeTo } from './relativePath';
import {
  DEFAULT_BOUNDS,
  SnapshotError,
  type Conflict,
  type FolderKeepRequest,
  type KeepRequest,
  type LeftFile,
  type PathsKeepRequest,
  type Snapshot,
  type SnapshotBounds,
  type SnapshotDifference,
  type SnapshotLimits,
  type SnapshotStore,
  type UndoResult,
} from './snapshotStore';
import { listTree, type Listing } from './treeListing';

const MAX_SHOWN_LEFT = 100;
/** Above the longest time that a user can set for keeping. */
const REMOVAL_GRACE_MILLISECONDS = 120_000;
/** The user waits, and nothing runs meanwhile. */
const UNDO_MILLISECONDS = 60_000;

export interface StorePlace {
  readonly directory: string;
  /** Never looked at, such as the gate's home. */
  readonly never: readonly string[];
  readonly limits: () => SnapshotLimits;
}

interface Before {
  readonly record: SnapshotRecord;
  readonly entries: ReadonlyMap<string, KeptState>;
}

/** Owner, times and extended attributes are not kept. */
export class DiskSnapshotStore implements SnapshotStore {
  readonly #place: StorePlace;
  readonly #objects: ObjectStore;
  readonly #records: Records;
  readonly #inTurn = turns();

  /** @throws GateHomeError if the folder is another user's */
  constructor(place: StorePlace) {
    this.#place = place;
    const objects = join(place.directory, 'objects');
    for (const folder of [place.directory, objects]) prepareFolder(folder);
    this.#objects = new ObjectStore(objects);
    this.#records = new Records(place.directory, this.#objects);
  }

  keep(request: FolderKeepRequest): Promise<Snapshot> {
    return this.#keep(request, undefined, request.alsoIgnored ?? [], false);
  }

  keepPaths(request: PathsKeepRequest): Promise<Snapshot> {
    return this.#keep(request, request.paths, [], request.held === true);
  }

  finish(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const { record, entries } = this.#before(id);
      if (record.undoOf !== undefined) throw new SnapshotError('The state after an undo is recorded already.');
      const leftPaths = new Set(this.#records.leftPaths(record) ?? ['']);
      const { folder, only, alsoIgnored, bounds } = record;
      const before = {
        folder,
        only,
        alsoIgnored,
        entries,
        leftPaths,
        never: this.#never(),
        fileBytes: bounds.fileBytes,
      };
      this.#records.finish(id, await changesAfter(before, new Pace(bounds.milliseconds * 2)));
    });
  }

  difference(id: string): Promise<SnapshotDifference> {
    return this.#inTurn(async () => {
      const { steps, conflicts } = await this.#compare(id, new Pace(UNDO_MILLISECONDS));
      return shownDifference(steps, conflicts);
    });
  }

  undo(id: string): Promise<UndoResult> {
    return this.#inTurn(async () => {
      const pace = new Pace(UNDO_MILLISECONDS);
      const { record } = this.#before(id);
      const found = await this.#compare(id, pace);
      const { steps, conflicts, kept } = await this.#keepPresent(record, found.steps, pace);
      if (steps.length === 0)
        return { ...shownDifference([], [...found.conflicts, ...conflicts]), undoneBy: undefined };
      const undoneBy = this.#addRecord({ ...record, only: [], alsoIgnored: [] }, kept, { undoOf: id });
      const contentOf = this.#contents(record);
      const result = await putBack(record.folder, steps, contentOf, pace);
      const present = new PresentState(record.folder, record.bounds.fileBytes, pace);
      const after: LaterState[] = [];
      for (const { path } of result.done) after.push(await described(await present.at(path), present, pace));
      this.#records.finish(undoneBy, after);
      return {
        ...shownDifference(result.done, [...found.conflicts, ...conflicts, ...result.conflicts]),
        undoneBy,
      };
    });
  }

  content(id: string, path: string): Promise<Buffer | undefined> {
    return this.#inTurn(() => {
      const { record, entries } = this.#before(id);
      const entry = entries.get(path);
      if (entry?.kind === 'link') return Promise.resolve(Buffer.from(entry.target, 'utf8'));
      return Promise.resolve(entry?.kind === 'file' ? this.#contents(record)(entry) : undefined);
    });
  }

  list(): Promise<readonly Snapshot[]> {
    const shown = [...this.#records.ids()].reverse().flatMap((id) => {
      const record = this.#records.record(id);
      return record === undefined ? [] : [shownSnapshot(id, record, this.#records.isFinished(id))];
    });
    return Promise.resolve(shown);
  }

  clean(): Promise<void> {
    return this.#inTurn(() => cleanStore(this.#records, this.#objects, this.#place.limits()));
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#inTurn(() => {
      for (const id of ids) this.#records.remove(id);
      return cleanStore(this.#records, this.#objects, this.#place.limits(), REMOVAL_GRACE_MILLISECONDS);
    });
  }

  #keep(
    request: KeepRequest,
    paths: readonly string[] | undefined,
    alsoIgnored: readonly string[],
    held: boolean,
  ): Promise<Snapshot> {
    return this.#inTurn(async () => {
      const folder = realFolder(request.folder);
      const bounds: SnapshotBounds = { ...DEFAULT_BOUNDS, ...request.bounds };
      const pace = new Pace(bounds.milliseconds);
      const only = paths && insidePaths(folder, request.folder, paths);
      const also = insidePaths(folder, request.folder, alsoIgnored);
      const listing = await listTree({
        folder,
        only: only?.inside,
        alsoIgnored: also.inside,
        never: this.#never(),
        pace,
      });
      listing.left.push(...(only?.left ?? []), ...also.left);
      noteNotFound(folder, only?.inside ?? [], listing);
      const kept = await this.#keepListed(folder, listing, bounds, pace, held);
      if (held && !hasRoomForHeld(this.#records, kept.bytes, this.#place.limits())) {
        throw new SnapshotError('What is held for earlier removals leaves no room for more.');
      }
      const id = this.#addRecord(
        { folder, bounds, run: request.run, only: only?.inside, alsoIgnored: also.inside },
        kept,
        held ? { held } : {},
      );
      const record = this.#records.record(id);
      if (record === undefined) throw new SnapshotError('The snapshot could not be written.');
      return shownSnapshot(id, record, false);
    });
  }

  #keepListed(folder: string, listing: Listing, bounds: SnapshotBounds, pace: Pace, copiesAll: boolean): Promise<Kept> {
    const last = this.#lastOf(folder);
    const files = [...(last?.entries.values() ?? [])].filter((entry) => entry.kind === 'file');
    return keepContents(listing, {
      folder,
      bounds,
      copiesAll,
      pace,
      objects: this.#objects,
      known: new Map(files.map((file) => [file.path, file])),
      knownRepositories: last?.record.repositories ?? [],
    });
  }

  /** What the steps would overwrite or remove; without steps whose present state cannot be kept. */
  async #keepPresent(
    record: SnapshotRecord,
    steps: readonly Step[],
    pace: Pace,
  ): Promise<{ readonly steps: readonly Step[]; readonly conflicts: readonly Conflict[]; readonly kept: Kept }> {
    const entries = new Map<string, KeptState>(
      steps.map(({ path, now }) => [path, now.kind === 'unknown' ? { kind: 'passed', path } : now]),
    );
    const listing: Listing = { entries, tracked: new Map(), left: [] };
    const kept = await this.#keepListed(record.folder, listing, record.bounds, pace, record.held === true);
    const left = new Set(kept.left.map(({ path }) => path));
    return {
      steps: steps.filter(({ path }) => !left.has(path)),
      conflicts: [...left].map((path) => ({ path, why: 'not-kept' as const })),
      kept,
    };
  }

  async #compare(id: string, pace: Pace): Promise<Comparison> {
    const { record, entries } = this.#before(id);
    const present = new PresentState(record.folder, record.bounds.fileBytes, pace);
    return compare(entries, this.#records.changes(id), present, pace);
  }

  #addRecord(
    about: {
      readonly folder: string;
      readonly bounds: SnapshotBounds;
      readonly run?: SnapshotRecord['run'];
      readonly only?: readonly string[] | undefined;
      readonly alsoIgnored: readonly string[];
    },
    kept: Kept,
    more: Pick<SnapshotRecord, 'undoOf' | 'held'>,
  ): string {
    const { folder, bounds, run, only, alsoIgnored } = about;
    return this.#records.add({
      version: 1,
      at: Date.now(),
      folder,
      ...(run !== undefined && { run }),
      ...more,
      ...(only !== undefined && { only: [...only] }),
      alsoIgnored: [...alsoIgnored],
      bounds,
      files: kept.files,
      bytes: kept.bytes,
      left: kept.left.slice(0, MAX_SHOWN_LEFT),
      leftCount: kept.left.length,
      entries: this.#records.putLines(kept.entries),
      leftPaths: this.#records.putLines(kept.left.map(({ path }) => path)),
      repositories: kept.repositories.map(({ objectsFolder, hash }) => ({ objectsFolder, hash })),
    });
  }

  #before(id: string): Before {
    const record = this.#records.record(id);
    if (record === undefined) throw new SnapshotError('There is no such snapshot.');
    const entries = this.#records.entries(record);
    if (entries === undefined) throw new SnapshotError('The snapshot is damaged.');
    return { record, entries: new Map(entries.map((entry) => [entry.path, entry])) };
  }

  /** The folder's latest: unchanged files need no second reading. */
  #lastOf(folder: string): Before | undefined {
    for (const id of [...this.#records.ids()].reverse()) {
      const record = this.#records.record(id);
      if (record?.folder !== folder || record.undoOf !== undefined) continue;
      const entries = this.#records.entries(record);
      if (entries !== undefined) return { record, entries: new Map(entries.map((entry) => [entry.path, entry])) };
    }
    return undefined;
  }

  #contents(record: SnapshotRecord): (file: FileState) => Buffer | undefined {
    const packs = new Map<number, Packs>();
    return ({ hash, blob, size }) => {
      if (hash === undefined) return undefined;
      if (blob === undefined) return this.#objects.get(hash, size);
      const repository = record.repositories[blob.repository];
      if (repository === undefined) return undefined;
      const opened = packs.get(blob.repository) ?? new Packs(repository.objectsFolder, ID_BYTES[repository.hash]);
      packs.set(blob.repository, opened);
      // A delta's base may be larger.
      const content = opened.blob(blob.id, record.bounds.fileBytes * 4);
      return content !== undefined && sha256(content) === hash ? content : undefined;
    };
  }

  #never(): readonly string[] {
    return [this.#place.directory, ...this.#place.never];
  }
}

/** @throws SnapshotError */
function realFolder(folder: string): string {
  try {
    const real = realpathSync.native(folder);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Reported below.
  }
  throw new SnapshotError('There is no such folder.');
}

function insidePaths(
  folder: string,
  asGiven: string,
  paths: readonly string[],
): { readonly inside: readonly string[]; readonly left: readonly LeftFile[] } {
  const inside: string[] = [];
  const left: LeftFile[] = [];
  for (const path of paths) {
    // Behind a link `..` may lead elsewhere.
    const isPlain = !path.split(/[\\/]/).includes('..');
    const relative = isPlain ? (relativeTo(folder, path) ?? relativeTo(asGiven, path)) : undefined;
    if (relative === undefined) left.push({ path, why: 'outside' });
    else if (relative !== '' && !isOrdinaryPath(relative)) left.push({ path, why: 'git' });
    else inside.push(relative);
  }
  return { inside, left };
}

/** Asked for, but not listed: missing, or under another name on a disk that ignores case. */
function noteNotFound(folder: string, asked: readonly string[], { entries, left }: Listing): void {
  const known = new Set(left.map(({ path }) => path));
  for (const path of asked) {
    if (entries.has(path) || known.has(path)) continue;
    if (isThere(absoluteIn(folder, path))) left.push({ path, why: 'unreadable' });
    else entries.set(path, { kind: 'missing', path });
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function shownDifference(steps: readonly Step[], conflicts: readonly Conflict[]): SnapshotDifference {
  const inOrder = sortedByPath(steps);
  const back = inOrder.filter(({ before }) => before.kind !== 'missing');
  const gone = inOrder.filter(({ before }) => before.kind === 'missing');
  return {
    putBack: back.map((step) => ({
      path: step.path,
      kind: putBackKind(step),
      isFolder: step.before.kind === 'folder',
    })),
    remove: gone.map(({ path, now }) => ({ path, isFolder: now.kind === 'folder' })),
    conflicts: sortedByPath(conflicts),
  };
}

function sortedByPath<T extends { readonly path: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => (one.path < other.path ? -1 : 1));
}
