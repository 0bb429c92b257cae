import { table } from '../common/table';
import { lstatSync, mkdirSync, readdirSync, realpathSync, type Dirent } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { AGENTS } from '../facts/agents';
import type { PartKind } from '../engine/model/ports';
import type { WorkspaceGuards } from './bubblewrap';
import { SecondNames } from './secondNames';

/** Then nothing is contained. */
export interface NotGuarded {
  readonly problem: string;
}

/** Larger ones take too long before every run. */
const MOST_ENTRIES = 100_000;
/** Each is a mount. */
const MOST_GUARDS = 1_000;
const MOST_MOUNTS = 1_500;
/** The kernel's limit. */
const MOST_PATH = 4_000;
/** Services of tools have sockets so deep in a read-only folder. */
const SOCKET_DEPTH = 3;
const MANY_FILES: ReadonlySet<string> = new Set(['node_modules', 'objects', 'site-packages']);
/** So long the event loop is held. */
const SLICE_MILLISECONDS = 5;

/** In a root folder editors and agents obey these at once. */
const WATCHED_FOLDERS: readonly string[] = [
  ...['.git', '.vscode', '.idea', '.zed', '.fleet', '.devcontainer', '.agents'],
  ...AGENTS.flatMap(({ hookFolders = [] }) => hookFolders).filter((name) => name !== '.github' && !name.includes('/')),
];

/** Tools write here, beside installed code. */
const SCRATCH_IN: Readonly<Record<string, readonly string[]>> = table({
  node_modules: ['.cache', '.vite', '.vite-temp', '.vitest', '.tmp'],
});

/** Read-only by name, but tools write here: the content is lost. */
const SCRATCH_FOLDERS: ReadonlySet<string> = new Set(['.gradle', '.tox', '.nox', '.dart_tool', '.stack-work']);

/**
 * As they are at the time.
 * @param folders links followed
 * @param kindOf of an absolute path below one
 */
export async function workspaceGuards(
  folders: readonly string[],
  kindOf: (path: string, isFolder: boolean) => PartKind,
  signal: AbortSignal,
): Promise<WorkspaceGuards | NotGuarded> {
  const walk = new Walk(folders, kindOf);
  try {
    for (const folder of folders) {
      await walk.into(folder, signal);
      walk.keepMissing(folder);
    }
    return walk.guards();
  } catch (error) {
    if (error instanceof CannotGuard) return { problem: error.message };
    throw error;
  }
}

class CannotGuard extends Error {}

class Walk {
  readonly #readOnly: string[] = [];
  readonly #hidden: { path: string; isFolder: boolean }[] = [];
  readonly #keptMissing: string[] = [];
  readonly #scratch: string[] = [];
  readonly #links: string[] = [];
  readonly #secondNames = new SecondNames();
  #entriesLeft = MOST_ENTRIES;
  #sliceEnds = performance.now() + SLICE_MILLISECONDS;

  constructor(
    private readonly folders: readonly string[],
    private readonly kindOf: (path: string, isFolder: boolean) => PartKind,
  ) {}

  guards(): WorkspaceGuards {
    for (const { path, kind } of this.#secondNames.notOrdinary()) {
      if (kind === 'hidden') this.#add(this.#hidden, { path, isFolder: false });
      else this.#add(this.#readOnly, path);
    }
    const pinned = this.#pinned();
    const mounts = [pinned, this.#readOnly, this.#hidden, this.#keptMissing, this.#scratch];
    if (mounts.reduce((count, { length }) => count + length, 0) > MOST_MOUNTS) throw tooManyGuards();
    return {
      ...{ readOnly: this.#readOnly, hidden: this.#hidden, keptMissing: this.#keptMissing },
      ...{ scratch: this.#scratch, pinned, links: this.#links },
    };
  }

  /** All folders between a workspace folder and what is guarded in it, or another workspace folder. */
  #pinned(): readonly string[] {
    const closed = new Set([...this.#readOnly, ...this.#hidden.map(({ path }) => path)]);
    const pinned = new Set<string>();
    for (const path of [...closed, ...this.#keptMissing, ...this.folders]) {
      const above: string[] = [];
      for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) above.unshift(folder);
      const root = above.findIndex((folder) => this.folders.includes(folder));
      if (root === -1) continue;
      for (const folder of above.slice(root + 1)) {
        if (closed.has(folder)) break;
        if (!this.folders.includes(folder)) pinned.add(folder);
      }
    }
    return [...pinned].sort((one, other) => one.length - other.length);
  }

  async into(root: string, signal: AbortSignal): Promise<void> {
    const waiting = [root];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const entries = listed(folder);
      if (entries === undefined) {
        this.#guardUnlisted(folder, root);
        continue;
      }
      this.#count(entries);
      if (folder !== root && isBareRepository(entries)) {
        this.#add(this.#readOnly, folder);
        continue;
      }
      for (const entry of entries) {
        const path = join(folder, entry.name);
        if (folder === root && WATCHED_FOLDERS.includes(entry.name) && isMissingOrEmpty(path)) continue;
        if (this.#entersAfter(entry, path)) waiting.push(path);
      }
      if (performance.now() > this.#sliceEnds) {
        await nextTurn();
        signal.throwIfAborted();
        this.#sliceEnds = performance.now() + SLICE_MILLISECONDS;
      }
    }
  }

  #count({ length }: readonly Dirent[]): void {
    this.#entriesLeft -= length;
    if (this.#entriesLeft < 0) throw new CannotGuard(`the workspace has more than ${MOST_ENTRIES} files`);
  }

  /** Its owner could change the mode and look. */
  #guardUnlisted(folder: string, root: string): void {
    if (folder === root || folder.length > MOST_PATH) throw new CannotGuard(`${folder.slice(0, 200)} cannot be listed`);
    if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) this.#add(this.#readOnly, folder);
  }

  keepMissing(root: string): void {
    for (const name of WATCHED_FOLDERS) {
      const path = join(root, name);
      if (isMissingOrEmpty(path)) this.#add(this.#keptMissing, path);
    }
  }

  #entersAfter(entry: Dirent, path: string): boolean {
    if (entry.isSymbolicLink()) {
      this.#guardLink(path);
      return false;
    }
    const isFolder = entry.isDirectory();
    const kind = this.kindOf(path, isFolder);
    if (kind === 'hidden') this.#add(this.#hidden, { path, isFolder });
    else if (kind === 'read-only') this.#guard(entry, path);
    else if (isFolder) return true;
    // Programs outside listen on sockets.
    else if (!entry.isFile()) this.#add(this.#hidden, { path, isFolder: false });
    if (entry.isFile()) this.#secondNames.note(path, kind);
    return false;
  }

  /** A read-only socket still accepts connections. */
  #hideSockets(folder: string, depth: number): void {
    const entries = listed(folder) ?? [];
    this.#count(entries);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isSocket() || entry.isFIFO()) this.#add(this.#hidden, { path, isFolder: false });
      else if (entry.isDirectory() && depth > 1 && !MANY_FILES.has(entry.name)) this.#hideSockets(path, depth - 1);
    }
  }

  /** A link's name protects its target. Outside of the workspace that is read-only or absent. */
  #guardLink(path: string): void {
    const kind = this.kindOf(path, false);
    if (kind === 'ordinary') return;
    this.#links.push(path);
    let real: string;
    try {
      real = realpathSync(path);
    } catch {
      throw new CannotGuard(`${path} is protected, and leads to nothing yet`);
    }
    if (!this.folders.some((folder) => real.startsWith(`${folder}/`))) return;
    if (kind === 'hidden') this.#add(this.#hidden, { path: real, isFolder: lstatSync(real).isDirectory() });
    else this.#add(this.#readOnly, real);
  }

  #guard(entry: Dirent, path: string): void {
    this.#add(this.#readOnly, path);
    if (!entry.isDirectory()) return;
    if (!MANY_FILES.has(entry.name)) this.#hideSockets(path, SOCKET_DEPTH);
    if (SCRATCH_FOLDERS.has(entry.name)) this.#add(this.#scratch, path);
    for (const name of SCRATCH_IN[entry.name] ?? []) {
      const scratch = join(path, name);
      try {
        mkdirSync(scratch, { recursive: true });
      } catch {
        // Another user's installation: its tools do without it.
        continue;
      }
      if (lstatSync(scratch).isDirectory()) this.#add(this.#scratch, scratch);
    }
  }

  #add<T>(list: T[], item: T): void {
    list.push(item);
    if (list.length > MOST_GUARDS) throw tooManyGuards();
  }
}

function tooManyGuards(): CannotGuard {
  return new CannotGuard(`the workspace has more than ${MOST_GUARDS} protected files`);
}

function listed(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** Another run's bubblewrap may have made it, and may remove it. */
function isMissingOrEmpty(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return facts === undefined || (facts.isDirectory() && listed(path)?.length === 0);
}

function isBareRepository(entries: readonly Dirent[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  return names.has('HEAD') && names.has('objects') && names.has('refs');
}
