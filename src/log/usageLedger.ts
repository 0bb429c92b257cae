import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeOwnFile } from '../disk/ownFile';
import type { Decision } from '../engine/model/decision';
import type { Clock } from '../common/clock';
import { t } from '@vscode/l10n';
import { localDay } from '../common/localDay';
import { oneOrMany } from '../common/oneOrMany';
import { appendLine, NO_DETOUR, prepareLogFolder } from './appendLine';
import { addUsage, NO_USAGE, shortUsage, usageOf, usageSumsSchema, type UsageSums } from './usageSums';

export interface UsageLedgerOptions {
  /** Made if missing; for all windows. */
  readonly directory: string;
  readonly clock: Pick<Clock, 'now'>;
  /** A full day takes no more. */
  readonly maxFileBytes?: number;
}

const FILE = /^usage-(\d{4}-\d{2}-\d{2})\.jsonl$/;
const MAX_DAYS = 31;
const MAX_SESSIONS = 50;
/** Then a day is closed, even for calls that began in it. */
const SETTLED_MS = 2 * 86_400_000;
/** Some ten thousand calls. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** With more it is not ours, and takes too long. */
const MAX_UNREADABLE_LINES = 1000;

const entrySchema = usageSumsSchema.extend({
  /** Of the session's id. */
  session: z.string().max(64).optional(),
});
type Entry = Readonly<z.infer<typeof entrySchema>>;

interface Day {
  readonly sums: UsageSums;
  /** With the byte read up to. */
  readonly inode: number;
  readonly read: number;
}

/**
 * By local day and agent session, for 31 days and 50 sessions. A file for each day, a line and append for each call:
 * windows can write together. Old files shrink to one line a session.
 */
export class UsageLedger {
  private readonly directory: string;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly maxFileBytes: number;
  private isLoaded = false;
  private days = new Map<string, Day>();
  private readonly sessions = new LRUCache<string, UsageSums>({ max: MAX_SESSIONS });
  private unreadable = 0;
  private setAside: string | undefined;
  private saveProblem: string | undefined;

  constructor({ directory, clock, maxFileBytes = MAX_FILE_BYTES }: UsageLedgerOptions) {
    this.directory = directory;
    this.clock = clock;
    this.maxFileBytes = maxFileBytes;
  }

  /** Only if the classifier was needed. */
  note(decision: Decision): void {
    const usage = usageOf(decision);
    if (usage === undefined) return;
    this.load();
    const at = Date.parse(decision.at);
    const day = localDay(Number.isNaN(at) ? this.clock.now() : at);
    const { sessionId } = decision;
    const entry = { ...usage, ...(sessionId === undefined ? {} : { session: digest(sessionId) }) };
    // Windows open for weeks drop old days too.
    if (!this.days.has(day) && this.days.size >= MAX_DAYS) this.isLoaded = false;
    if (!this.append(day, entry)) this.add(day, entry);
    else if (this.isLoaded) this.catchUp(day);
    else this.load();
  }

  /** Reads other windows' counts. */
  refresh(): void {
    this.load();
    this.catchUp(localDay(this.clock.now()));
  }

  today(): UsageSums {
    this.load();
    return this.days.get(localDay(this.clock.now()))?.sums ?? NO_USAGE;
  }

  /** Undefined: unknown or dropped. */
  session(sessionId: string): UsageSums | undefined {
    this.load();
    return this.sessions.get(digest(sessionId));
  }

  /** `since`: YYYY-MM-DD. */
  total(): { readonly sums: UsageSums; readonly since: string | undefined } {
    this.load();
    const known = [...this.days].sort(([a], [b]) => (a < b ? -1 : 1));
    return { sums: known.map(([, { sums }]) => sums).reduce(addUsage, NO_USAGE), since: known[0]?.[0] };
  }

  /** By local day, YYYY-MM-DD. */
  byDay(): ReadonlyMap<string, UsageSums> {
    this.load();
    return new Map([...this.days].map(([day, { sums }]) => [day, sums]));
  }

  /** For the user: figures were not kept or read. */
  get problem(): string | undefined {
    const { unreadable: count, directory: folder } = this;
    const unreadable =
      count === 0
        ? undefined
        : oneOrMany(
            count,
            t('1 entry in {folder} could not be read, so it is missing in the figures of the judge.', { folder }),
            t('{count} entries in {folder} could not be read, so they are missing in the figures of the judge.', {
              count,
              folder,
            }),
          );
    return this.saveProblem ?? this.setAside ?? unreadable;
  }

  private load(): void {
    if (this.isLoaded) return;
    this.isLoaded = true;
    this.days = new Map();
    this.sessions.clear();
    this.unreadable = 0;
    const now = this.clock.now();
    for (const day of this.keptDays(localDay(now))) {
      const before = this.unreadable;
      const entries = this.catchUp(day);
      if (day < localDay(now - SETTLED_MS) && this.unreadable === before) this.fold(day, entries);
    }
  }

  /** Oldest first. Deletes all but the newest 31. */
  private keptDays(today: string): readonly string[] {
    let days: string[];
    try {
      days = readdirSync(this.directory).flatMap((name) => FILE.exec(name)?.[1] ?? []);
    } catch {
      return [];
    }
    days.sort();
    const old = days.slice(0, -MAX_DAYS).filter((day) => day !== today);
    for (const day of old) remove(this.fileOf(day));
    return days.filter((day) => !old.includes(day));
  }

  /** @returns the day's new entries, now added */
  private catchUp(day: string): readonly Entry[] {
    const known = this.days.get(day);
    const read = readLines(this.fileOf(day), known?.inode, known?.read ?? 0, this.maxFileBytes * 2);
    if (read === 'unusable') {
      this.putAside(day);
      return [];
    }
    if (read === 'another') {
      // Removed or replaced: counts again.
      this.isLoaded = false;
      this.load();
      return [];
    }
    const entries: Entry[] = [];
    let unreadable = 0;
    for (const line of read.lines) {
      const entry = entryOf(line);
      if (entry !== undefined) entries.push(entry);
      else unreadable += 1;
      if (unreadable > MAX_UNREADABLE_LINES) {
        this.putAside(day);
        return [];
      }
    }
    this.unreadable += unreadable;
    if (known === undefined && read.inode === undefined) return [];
    this.days.set(day, { sums: known?.sums ?? NO_USAGE, inode: read.inode ?? 0, read: read.end });
    for (const entry of entries) this.add(day, entry);
    return entries;
  }

  private add(day: string, { session, ...usage }: Entry): void {
    const { sums, inode, read } = this.days.get(day) ?? { sums: NO_USAGE, inode: 0, read: 0 };
    this.days.set(day, { sums: addUsage(sums, usage), inode, read });
    if (session !== undefined) addTo(this.sessions, session, usage);
  }

  private fold(day: string, entries: readonly Entry[]): void {
    const sums = new Map<string, UsageSums>();
    for (const { session = '', ...usage } of entries) addTo(sums, session, usage);
    const latest = new Set([...sums.keys()].slice(-MAX_SESSIONS));
    const folded = new Map<string, UsageSums>();
    for (const [session, usage] of sums) addTo(folded, latest.has(session) ? session : '', usage);
    if (folded.size >= entries.length) return;
    const lines = [...folded].map(([session, usage]) => lineOf({ ...usage, ...(session === '' ? {} : { session }) }));
    try {
      writeOwnFile(this.fileOf(day), lines.join(''), 0o600);
    } catch {
      // The file stays large.
    }
  }

  private append(day: string, entry: Entry): boolean {
    const file = this.fileOf(day);
    try {
      prepareLogFolder(this.directory);
      if ((this.days.get(day)?.read ?? 0) >= this.maxFileBytes) {
        this.saveProblem = t(
          '{file} is full, so what the judge takes today is counted in each window by itself until tomorrow.',
          { file },
        );
        return false;
      }
      const isSaved = appendLine(file, Buffer.from(lineOf(entry)));
      this.saveProblem = isSaved ? undefined : this.notSaved();
      return isSaved;
    } catch {
      this.saveProblem = this.notSaved();
      return false;
    }
  }

  private notSaved(): string {
    const { directory: folder } = this;
    return t(
      "The figures of the judge cannot be kept in {folder}: free disk space or correct the folder's permissions. Until then a restart loses them.",
      { folder },
    );
  }

  /** Another user's, no file, or too large. */
  private putAside(day: string): void {
    const file = this.fileOf(day);
    const elsewhere = `${file}.unusable`;
    try {
      renameSync(file, elsewhere);
      this.setAside = t(
        'The figures of the judge that were kept in {file} could not be read; the file is now {elsewhere}.',
        { file, elsewhere },
      );
    } catch {
      this.setAside = t('The figures of the judge that were kept in {file} could not be read.', { file });
    }
  }

  private fileOf(day: string): string {
    return join(this.directory, `usage-${day}.jsonl`);
  }
}

interface ReadLines {
  readonly lines: readonly string[];
  /** Undefined: no file. */
  readonly inode: number | undefined;
  /** Behind the last whole line. */
  readonly end: number;
}

/**
 * Whole lines from byte `start` on.
 * @param inode of the file read before; undefined: any
 * @returns 'another' for a different file; 'unusable' unless this user's
 */
function readLines(
  path: string,
  inode: number | undefined,
  start: number,
  maxBytes: number,
): ReadLines | 'another' | 'unusable' {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | NO_DETOUR);
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent) return 'unusable';
    return start > 0 ? 'another' : { lines: [], inode: undefined, end: 0 };
  }
  try {
    const facts = fstatSync(file);
    const isOwn = process.getuid === undefined || facts.uid === process.getuid();
    if (!facts.isFile() || !isOwn || facts.size > maxBytes) return 'unusable';
    if (start > 0 && (facts.ino !== inode || facts.size < start)) return 'another';
    const bytes = Buffer.alloc(facts.size - start);
    const read = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
    // Another window may be writing.
    const length = read.lastIndexOf(NEW_LINE) + 1;
    const lines = read
      .toString('utf8', 0, length)
      .split('\n')
      .filter((line) => line !== '');
    return { lines, inode: facts.ino, end: start + length };
  } catch {
    return 'unusable';
  } finally {
    closeSync(file);
  }
}

const NEW_LINE = 0x0a;

function entryOf(line: string): Entry | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Not ours.
  }
}

function lineOf({ session, ...usage }: Entry): string {
  return `${JSON.stringify({ ...shortUsage(usage), ...(session === undefined ? {} : { session }) })}\n`;
}

function addTo(
  sums: Pick<Map<string, UsageSums>, 'get' | 'delete'> & { set(key: string, value: UsageSums): unknown },
  key: string,
  usage: UsageSums,
): void {
  const before = sums.get(key) ?? NO_USAGE;
  // To the end: in order of use.
  sums.delete(key);
  sums.set(key, addUsage(before, usage));
}

/** An agent chooses it. */
function digest(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url').slice(0, 22);
}
