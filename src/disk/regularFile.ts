import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Windows has no pipes in the file tree. */
const NO_WAITING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

const CHUNK_BYTES = 64 * 1024;

/** Most reads only learn here that the file has ended: no memory is claimed for that. */
const beyond = Buffer.allocUnsafe(CHUNK_BYTES);

/** Follows links. Undefined: no regular file, unreadable or above `maxBytes`. A named pipe cannot hang the gate. */
export function readRegularFile(path: string, maxBytes: number): Buffer | undefined {
  return inRegularFile(path, ({ descriptor, size }) =>
    size > maxBytes ? undefined : readToEnd(descriptor, size, maxBytes),
  );
}

export interface OpenFile {
  readonly descriptor: number;
  /** Bytes. */
  readonly size: number;
}

/** As `readRegularFile`, to read parts. Undefined also if the work throws. */
export function inRegularFile<T>(path: string, work: (file: OpenFile) => T): T | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | NO_WAITING);
    const stats = fstatSync(descriptor);
    return stats.isFile() ? work({ descriptor, size: stats.size }) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Shorter where the file ends. */
export function partOf({ descriptor, size }: OpenFile, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
  return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset));
}

/** Files grow, and kernel files claim no size. */
function readToEnd(descriptor: number, claimedSize: number, maxBytes: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const isFirst = total === 0;
    const chunk = isFirst ? Buffer.allocUnsafe(claimedSize + 1) : beyond;
    const count = readSync(descriptor, chunk, 0, chunk.length, null);
    if (count === 0) break;
    total += count;
    if (total > maxBytes) return undefined;
    chunks.push(isFirst ? chunk.subarray(0, count) : Buffer.from(chunk.subarray(0, count)));
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, total);
}
