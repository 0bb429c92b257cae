import { openOwnFile } from './ownTextFile';

/** Gives the last whole lines of a text file, see `readFileTail`. */
export type ReadTail = (path: string, maxBytes: number) => Promise<string | undefined>;

/**
 * The last whole lines of a text file, at most `maxBytes` of it; undefined if it is absent, no regular file, or another user's.
 * The path itself must be resolved: a link in its last part is not followed.
 */
export async function readFileTail(path: string, maxBytes: number): Promise<string | undefined> {
  const file = await openOwnFile(path);
  if (file === undefined) return undefined;
  try {
    const start = Math.max(0, file.size - maxBytes);
    const buffer = Buffer.alloc(Math.min(file.size, maxBytes));
    const { bytesRead } = await file.handle.read(buffer, 0, buffer.length, start);
    const bytes = buffer.subarray(0, bytesRead);
    // Where the beginning was left out, the first line is cut off, perhaps inside a character.
    return (start === 0 ? bytes : bytes.subarray(bytes.indexOf(0x0a) + 1)).toString('utf8');
  } catch {
    return undefined;
  } finally {
    await file.handle.close();
  }
}
