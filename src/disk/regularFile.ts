import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Windows has no pipes in the file tree. */
const NO_WAITING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

const CHUNK_BYTES = 64 * 1024;

/** Most reads only learn here that the file has ended: no memory is claimed for that. */
const beyond = Buffer.allocUnsafe(CHUNK_BYTES);

/** Follows links. Undefined: no regular file, unreadable or above `maxBytes`. A named pipe cannot hang the gate. */
export function readRegularFile(path: string, maxBytes: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | NO_WAITING);
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    return readToEnd(descriptor, stats.size, maxBytes);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
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
