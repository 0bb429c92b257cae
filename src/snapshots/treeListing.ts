import { lstatSync, opendirSync, type BigIntStats } from 'node:fs';
import { fileState, modeOf, type FileState, type KeptState } from './fileState';
import type { TrackedFile } from './git/repository';
import { IgnoreRules } from './ignoreRules';
import { linkTarget } from './linkTarget';
import { inFolder, type OpenFolder } from './openFolder';
import type { Pace } from './pace';
import { absoluteIn, childOf, isGitName } from './relativePath';
import type { LeftFile, WhyLeft } from './snapshotStore';

const MAX_ENTRIES = 300_000;

export interface ListingRequest {
  /** Absolute, links resolved. */
  readonly folder: string;
  /** Only these, ignored or not; relative. Undefined: all that git does not ignore. */
  readonly only: readonly string[] | undefined;
  /** Although ignored; relative. */
  readonly alsoIgnored: readonly string[];
  /** Never looked at; absolute. */
  readonly never: readonly string[];
  /** What git ignored then is still ignored. */
  readonly before?: ReadonlyMap<string, KeptState>;
  readonly pace: Pace;
}

export interface Listing {
  readonly entries: Map<string, KeptState>;
  readonly tracked: ReadonlyMap<string, TrackedFile>;
  readonly left: LeftFile[];
}

interface Frame {
  readonly path: string;
  readonly rules: IgnoreRules;
  /** Ignored or not. */
  readonly wantsAll: boolean;
  /** Only what git tracks or was asked for. */
  readonly isPassed: boolean;
}

/** A folder's contents. Follows no links, omits git's files. */
export async function listTree(request: ListingRequest): Promise<Listing> {
  const listing = new TreeListing(request);
  await listing.run();
  return listing;
}

class TreeListing implements Listing {
  readonly entries = new Map<string, KeptState>();
  readonly tracked = new Map<string, TrackedFile>();
  readonly left: LeftFile[] = [];
  readonly #request: ListingRequest;
  readonly #open: Frame[] = [];
  readonly #now = Date.now();

  constructor(request: ListingRequest) {
    this.#request = request;
  }

  async run(): Promise<void> {
    const { folder, only, pace } = this.#request;
    const wantsAll = only?.includes('') === true;
    const isPassed = only !== undefined && !wantsAll;
    this.entries.set('', { kind: 'folder', path: '', mode: rootMode(folder), ...(isPassed && { partly: true }) });
    this.#open.push({ path: '', rules: IgnoreRules.around(folder), wantsAll, isPassed });
    for (let frame = this.#open.pop(); frame !== undefined; frame = this.#open.pop()) {
      if (pace.isOver || this.entries.size > MAX_ENTRIES) {
        this.#leaveFolder(frame.path, pace.isOver ? 'no-time' : 'too-many');
        continue;
      }
      const place = frame;
      const result = inFolder(absoluteIn(folder, place.path), (open) => this.#list(open, place));
      const ended = result instanceof Promise ? await result : result;
      if (ended !== 'listed')
        this.#leaveFolder(place.path, ended === 'refused' ? 'unreadable' : ended === 'absent' ? 'changing' : ended);
    }
  }

  async #list(open: OpenFolder, frame: Frame): Promise<'listed' | WhyLeft> {
    const names = await this.#names(open);
    if (typeof names === 'string') return names;
    const rules = frame.rules.entered(open.path, new Set(names));
    // Bytes that are no text become one character, so a repeated name leads to one of its files.
    const ambiguous = new Set(names.filter((name, at) => name === names[at - 1]));
    for (const name of new Set(names)) {
      await this.#request.pace.breathe();
      this.#add(open, name, { ...frame, rules }, ambiguous.has(name));
    }
    return 'listed';
  }

  async #names(open: OpenFolder): Promise<string[] | WhyLeft> {
    const names: string[] = [];
    let folder;
    try {
      folder = opendirSync(open.at(), { bufferSize: 256 });
    } catch {
      return 'unreadable';
    }
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        names.push(entry.name);
        if (this.#request.pace.isOver) return 'no-time';
        if (this.entries.size + names.length > MAX_ENTRIES) return 'too-many';
        await this.#request.pace.breathe();
      }
    } catch {
      return 'unreadable';
    } finally {
      folder.closeSync();
    }
    return names.sort();
  }

  #add(open: OpenFolder, name: string, frame: Frame, isAmbiguous: boolean): void {
    const path = childOf(frame.path, name);
    if (this.#request.never.includes(absoluteIn(this.#request.folder, path))) {
      if (frame.wantsAll) this.left.push({ path, why: 'outside' });
      return;
    }
    if (isGitName(name)) {
      if (frame.wantsAll || name !== '.git') this.left.push({ path, why: 'git' });
      return;
    }
    const stats = isAmbiguous ? undefined : statsOf(open.at(name));
    if (stats?.isDirectory() === false) this.#leaveBehind(path);
    const choice = this.#choice(open, name, path, frame, stats?.isDirectory() === true);
    if (choice === undefined) return;
    if (choice === 'passed') this.entries.set(path, { kind: 'passed', path });
    else if (stats === undefined) this.left.push({ path, why: 'unreadable' });
    else if (stats.isDirectory()) this.#addFolder(path, stats, choice);
    else if (!choice.isPassed) this.#addFile(open, name, path, stats, frame.rules);
  }

  /** Undefined: not looked at, and perhaps absent. */
  #choice(open: OpenFolder, name: string, path: string, frame: Frame, isFolder: boolean): Frame | 'passed' | undefined {
    const { only, alsoIgnored, before } = this.#request;
    const { rules } = frame;
    const within = { path, rules, wantsAll: true, isPassed: false };
    if (frame.wantsAll) return within;
    const asked = only ?? alsoIgnored;
    if (asked.includes(path)) return within;
    const leadsToAsked = isFolder && asked.some((one) => one.startsWith(`${path}/`));
    const toSome = { path, rules, wantsAll: false, isPassed: true };
    if (only !== undefined) return leadsToAsked ? toSome : undefined;
    const all = { path, rules, wantsAll: false, isPassed: false };
    if (before?.get(path)?.kind === 'passed') return 'passed';
    const isTracked = rules.tracks(open.path, name, isFolder);
    if (!frame.isPassed && !rules.ignores(open.path, name, isFolder)) return all;
    if (isFolder) return isTracked || leadsToAsked ? toSome : frame.isPassed ? undefined : 'passed';
    return isTracked ? all : frame.isPassed ? undefined : 'passed';
  }

  #addFolder(path: string, stats: BigIntStats, choice: Frame): void {
    const partly = choice.isPassed;
    this.entries.set(path, { kind: 'folder', path, mode: modeOf(stats), ...(partly && { partly }) });
    this.#open.push(choice);
  }

  #addFile(open: OpenFolder, name: string, path: string, stats: BigIntStats, rules: IgnoreRules): void {
    if (stats.isSymbolicLink()) {
      const target = targetOf(open.at(name));
      if (target === undefined) this.left.push({ path, why: 'unreadable' });
      else this.entries.set(path, { kind: 'link', path, target });
    } else if (stats.isFile()) {
      const file: FileState = fileState(path, stats, this.#now);
      this.entries.set(path, file);
      const tracked = rules.trackedFile(open.path, name);
      if (tracked !== undefined) this.tracked.set(path, tracked);
    } else {
      this.left.push({ path, why: 'special' });
    }
  }

  /** Asked for, but behind a link. */
  #leaveBehind(path: string): void {
    const { only, alsoIgnored } = this.#request;
    const behind = (only ?? alsoIgnored).filter((one) => one.startsWith(`${path}/`));
    for (const one of behind) this.left.push({ path: one, why: 'outside' });
  }

  #leaveFolder(path: string, why: WhyLeft): void {
    const folder = this.entries.get(path);
    if (folder?.kind === 'folder') this.entries.set(path, { ...folder, partly: true });
    this.left.push({ path, why });
  }
}

function rootMode(folder: string): number {
  const stats = statsOf(folder);
  return stats === undefined ? 0 : modeOf(stats);
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function targetOf(path: string): string | undefined {
  try {
    return linkTarget(path);
  } catch {
    return undefined;
  }
}
