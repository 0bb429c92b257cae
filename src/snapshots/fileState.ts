import type { BigIntStats } from 'node:fs';
import * as z from 'zod';

const MODE_BITS = 0o7777n;
/** So close, some disks show two changes as one time. */
const CLOCK_MILLISECONDS = 2_000;

const path = z.string();

export const fileSchema = z.object({
  kind: z.literal('file'),
  path,
  mode: z.number(),
  size: z.number(),
  /** Shows every later change, unless `fresh`. */
  stat: z.string(),
  fresh: z.literal(true).optional(),
  /** SHA-256. */
  hash: z.string().optional(),
  /** In a pack of this repository, not in the store. */
  blob: z.object({ id: z.string(), repository: z.number() }).optional(),
});
export const linkSchema = z.object({ kind: z.literal('link'), path, target: z.string() });
export const folderSchema = z.object({
  kind: z.literal('folder'),
  path,
  mode: z.number(),
  partly: z.literal(true).optional(),
});
/** There, but not kept. */
export const passedSchema = z.object({ kind: z.literal('passed'), path });
export const missingSchema = z.object({ kind: z.literal('missing'), path });
export const unknownSchema = z.object({ kind: z.literal('unknown'), path });

export type FileState = z.infer<typeof fileSchema>;
export type LinkState = z.infer<typeof linkSchema>;
export type FolderState = z.infer<typeof folderSchema>;
export type MissingState = z.infer<typeof missingSchema>;
export type UnknownState = z.infer<typeof unknownSchema>;

export const keptSchema = z.discriminatedUnion('kind', [
  fileSchema,
  linkSchema,
  folderSchema,
  passedSchema,
  missingSchema,
]);
export const changeSchema = z.discriminatedUnion('kind', [
  fileSchema,
  linkSchema,
  folderSchema,
  missingSchema,
  unknownSchema,
]);

/** Before the run. */
export type KeptState = z.infer<typeof keptSchema>;
/** After it, or now. */
export type LaterState = z.infer<typeof changeSchema>;

export function fileState(at: string, stats: BigIntStats, now: number): FileState {
  const fresh = Number(stats.ctimeMs) > now - CLOCK_MILLISECONDS;
  return {
    kind: 'file',
    path: at,
    mode: modeOf(stats),
    size: Number(stats.size),
    stat: statText(stats),
    ...(fresh && { fresh }),
  };
}

export function modeOf(stats: BigIntStats): number {
  return Number(stats.mode & MODE_BITS);
}

export function statText(stats: BigIntStats): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs, stats.mode].join(':');
}

/** Undefined: the contents must tell. */
export function sameByStat(before: FileState, later: FileState): boolean | undefined {
  if (before.size !== later.size || before.mode !== later.mode) return false;
  if (before.stat === later.stat && before.fresh === undefined) return true;
  if (before.hash !== undefined && later.hash !== undefined) return before.hash === later.hash;
  return undefined;
}
