import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { statText } from './fileState';
import { errorCode, isAbsence, type OpenFolder } from './openFolder';
import type { Pace } from './pace';
import type { HashName } from './git/repository';
import type { WhyLeft } from './snapshotStore';

const TRIES = 3;
const SLICE_BYTES = 4_000_000;
// A pipe in its place must not block the editor.
const NO_DETOUR = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface StillFile {
  readonly content: Buffer;
  readonly stats: BigIntStats;
}

/** Content and state belong together: the file did not change while it was read. */
export function readStill(folder: OpenFolder, name: string, maxBytes: number): StillFile | WhyLeft {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder.at(name), constants.O_RDONLY | NO_DETOUR);
    for (let tried = 0; tried < TRIES; tried += 1) {
      const before = fstatSync(descriptor, { bigint: true });
      if (!before.isFile()) return 'changing';
      if (before.size > BigInt(maxBytes)) return 'too-large';
      const content = readWhole(descriptor, Number(before.size));
      const stats = fstatSync(descriptor, { bigint: true });
      if (content !== undefined && statText(before) === statText(stats)) return { content, stats };
    }
    return 'changing';
  } catch (cause) {
    return isAbsence(cause) || errorCode(cause) === 'ENXIO' ? 'changing' : 'unreadable';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readWhole(descriptor: number, size: number): Buffer | undefined {
  const content = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const count = readSync(descriptor, content, at, size - at, at);
    if (count === 0) return undefined;
    at += count;
  }
  return content;
}

/** SHA-256, hex. */
export async function contentHash(content: Buffer, pace: Pace): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < content.length; at += SLICE_BYTES) {
    hash.update(content.subarray(at, at + SLICE_BYTES));
    await pace.breathe();
  }
  return hash.digest('hex');
}

/** Git's name, hex. */
export async function blobId(content: Buffer, name: HashName, pace: Pace): Promise<string> {
  const hash = createHash(name).update(`blob ${content.length}\0`);
  for (let at = 0; at < content.length; at += SLICE_BYTES) {
    hash.update(content.subarray(at, at + SLICE_BYTES));
    await pace.breathe();
  }
  return hash.digest('hex');
}
