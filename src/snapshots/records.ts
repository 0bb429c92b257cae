/** A small file for each snapshot, which names the list of what was there, and one more once the run ended. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readOwnFile, writeOwnFile } from '../disk/ownFile';
import { changeSchema, keptSchema, type KeptState, type LaterState } from './fileState';
import { sha256, type ObjectStore } from './objectStore';
import type { Snapshot } from './snapshotStore';

const MODE = 0o600;
const MAX_LIST_BYTES = 200_000_000;
const ID = /^[0-9a-z]{9}-[0-9a-f]{12}$/;

const whyLeft = z.enum(['too-large', 'too-many', 'no-time', 'unreadable', 'special', 'changing', 'git', 'outside']);

const recordSchema = z.object({
  version: z.literal(1),
  at: z.number(),
  folder: z.string(),
  run: z.object({ command: z.string(), agent: z.string().optional(), decisionId: z.string().optional() }).optional(),
  undoOf: z.string().optional(),
  only: z.array(z.string()).optional(),
  held: z.boolean().optional(),
  alsoIgnored: z.array(z.string()),
  bounds: z.object({ bytes: z.number(), fileBytes: z.number(), files: z.number(), milliseconds: z.number() }),
  files: z.number(),
  bytes: z.number(),
  left: z.array(z.object({ path: z.string(), why: whyLeft })),
  leftCount: z.number(),
  /** Objects: what was there, and the paths left out. */
  entries: z.string(),
  leftPaths: z.string(),
  repositories: z.array(z.object({ objectsFolder: z.string(), hash: z.enum(['sha1', 'sha256']) })),
});

export type SnapshotRecord = z.infer<typeof recordSchema>;

const afterSchema = z.object({ changes: z.string() });

export class Records {
  readonly #folder: string;
  readonly #objects: ObjectStore;
  #latest = 0;

  constructor(folder: string, objects: ObjectStore) {
    this.#folder = folder;
    this.#objects = objects;
  }

  add(record: SnapshotRecord): string {
    // Several may fall into a millisecond.
    this.#latest = Math.max(record.at, this.#latest + 1);
    const id = `${this.#latest.toString(36).padStart(9, '0')}-${randomBytes(6).toString('hex')}`;
    writeOwnFile(this.#pathOf(id), JSON.stringify(record), MODE);
    return id;
  }

  /** Undefined: missing or damaged. */
  record(id: string): SnapshotRecord | undefined {
    return ID.test(id) ? parsed(recordSchema, readOwnFile(this.#pathOf(id), MODE)) : undefined;
  }

  /** Oldest first. */
  ids(): readonly string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .filter((name) => ID.test(name))
        .sort();
    } catch {
      return [];
    }
  }

  remove(id: string): void {
    rmSync(this.#pathOf(id), { force: true });
    rmSync(this.#afterPathOf(id), { force: true });
  }

  putLines(lines: Iterable<unknown>): string {
    const content = Buffer.from([...lines].map((line) => `${JSON.stringify(line)}\n`).join(''), 'utf8');
    const hash = sha256(content);
    this.#objects.put(hash, content);
    return hash;
  }

  /** Undefined: damaged. */
  entries(record: SnapshotRecord): readonly KeptState[] | undefined {
    return this.#lines(record.entries, keptSchema);
  }

  leftPaths(record: SnapshotRecord): readonly string[] | undefined {
    return this.#lines(record.leftPaths, z.string());
  }

  finish(id: string, changes: Iterable<LaterState>): void {
    writeOwnFile(this.#afterPathOf(id), JSON.stringify({ changes: this.putLines(changes) }), MODE);
  }

  /** Undefined: unknown. */
  changes(id: string): readonly LaterState[] | undefined {
    const hash = this.#changesOf(id);
    return hash === undefined ? undefined : this.#lines(hash, changeSchema);
  }

  isFinished(id: string): boolean {
    return this.#changesOf(id) !== undefined;
  }

  /** Hashes of all needed contents. Undefined: damaged. */
  objectsOf(id: string): readonly string[] | undefined {
    const record = this.record(id);
    const entries = record && this.entries(record);
    if (record === undefined || entries === undefined) return undefined;
    const changes = this.#changesOf(id);
    const contents = entries.flatMap((entry) =>
      entry.kind === 'file' && entry.blob === undefined && entry.hash !== undefined ? [entry.hash] : [],
    );
    return [record.entries, record.leftPaths, ...(changes === undefined ? [] : [changes]), ...contents];
  }

  #changesOf(id: string): string | undefined {
    return parsed(afterSchema, readOwnFile(this.#afterPathOf(id), MODE))?.changes;
  }

  #lines<T>(hash: string, schema: z.ZodType<T>): readonly T[] | undefined {
    const text = this.#objects.get(hash, MAX_LIST_BYTES)?.toString('utf8');
    if (text === undefined) return undefined;
    const lines = text.split('\n').slice(0, -1);
    const values = lines.map((line) => parsed(schema, line));
    return values.every((value) => value !== undefined) ? values : undefined;
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  #afterPathOf(id: string): string {
    return join(this.#folder, `${id}.after`);
  }
}

export function shownSnapshot(id: string, record: SnapshotRecord, finished: boolean): Snapshot {
  const { at, folder, run, undoOf, files, bytes, left, leftCount } = record;
  return {
    id,
    at,
    folder,
    ...(run !== undefined && {
      run: {
        command: run.command,
        ...(run.agent !== undefined && { agent: run.agent }),
        ...(run.decisionId !== undefined && { decisionId: run.decisionId }),
      },
    }),
    ...(undoOf !== undefined && { undoOf }),
    files,
    bytes,
    left,
    leftCount,
    complete: leftCount === 0,
    finished,
  };
}

function parsed<T>(schema: z.ZodType<T>, text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
