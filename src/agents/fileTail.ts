import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The last whole lines of a text file, at most `maxBytes` of it; undefined if it is absent, no regular file, or another user's.
 * The path itself must be resolved: a link in its last part is not followed.
 */
export async function readFileTail(path: string, maxBytes: number): Promise<string | undefined> {
  // Non-blocking, so that a pipe put in the file's place cannot hold the decision up.
  const file = await open(path, constants.O_RDONLY | noFollow | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const facts = await file.stat();
    if (!facts.isFile() || (process.getuid !== undefined && facts.uid !== process.getuid())) return undefined;
    const start = Math.max(0, facts.size - maxBytes);
    const buffer = Buffer.alloc(Math.min(facts.size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    const bytes = buffer.subarray(0, bytesRead);
    // Where the beginning was left out, the first line is cut off, perhaps inside a character.
    return (start === 0 ? bytes : bytes.subarray(bytes.indexOf(0x0a) + 1)).toString('utf8');
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

// Windows has no such flag.
const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
