import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { NO_DETOUR } from './appendLine';

export interface Lines {
  readonly at: number;
  readonly bytes: Buffer;
}

export const NEW_LINE = 0x0a;
export const PIECE_BYTES = 128 * 1024;
/** At most 256 KB of input, escaped, and short texts. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
/** So much without a record is skipped; older records are not read. */
const MAX_SKIPPED_BYTES = 64 * 1024 * 1024;

/**
 * By identity: names change.
 * @returns undefined: absent, no file or unreadable
 */
export async function withLogFile<T>(
  path: string,
  use: (file: FileHandle, id: string, size: number) => Promise<T>,
): Promise<T | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | NO_DETOUR);
  } catch {
    return undefined;
  }
  try {
    const facts = await file.stat();
    return facts.isFile() ? await use(file, `${facts.dev}:${facts.ino}`, facts.size) : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Fewer at the end. */
export async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, at + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/**
 * About `wanted` bytes of whole lines before `end`; none if a line is longer than a record.
 * @param end above 0, at a line's end
 */
export async function linesBefore(file: FileHandle, end: number, wanted: number): Promise<Lines> {
  for (let length = wanted; length <= MAX_LINE_BYTES; length *= 2) {
    const from = Math.max(0, end - length);
    const bytes = await bytesAt(file, from, end - from);
    // The first may be cut.
    const first = from === 0 ? 0 : bytes.indexOf(NEW_LINE) + 1;
    if (from === 0 || (first > 0 && first < bytes.length)) return { at: from + first, bytes: bytes.subarray(first) };
  }
  return { at: await lastLineEnd(file, end - 1), bytes: Buffer.alloc(0) };
}

/** Of the last whole line before `place`; 0: none found. */
export async function lastLineEnd(file: FileHandle, place: number): Promise<number> {
  const stop = Math.max(0, place - MAX_SKIPPED_BYTES);
  for (let end = place; end > stop; end -= PIECE_BYTES) {
    const from = Math.max(0, end - PIECE_BYTES);
    const last = (await bytesAt(file, from, end - from)).lastIndexOf(NEW_LINE);
    if (last !== -1) return from + last + 1;
  }
  return 0;
}
