import { openOwnFile } from './ownTextFile';

export type ReadTail = (path: string, maxBytes: number) => Promise<string | undefined>;

/** Whole lines. Undefined: absent, not regular, or another user's. The last part of the path must be no link. */
export async function readFileTail(path: string, maxBytes: number): Promise<string | undefined> {
  const file = await openOwnFile(path);
  if (file === undefined) return undefined;
  try {
    const start = Math.max(0, file.size - maxBytes);
    const buffer = Buffer.alloc(Math.min(file.size, maxBytes));
    const { bytesRead } = await file.handle.read(buffer, 0, buffer.length, start);
    const bytes = buffer.subarray(0, bytesRead);
    // The first line is cut off.
    return (start === 0 ? bytes : bytes.subarray(bytes.indexOf(0x0a) + 1)).toString('utf8');
  } catch {
    return undefined;
  } finally {
    await file.handle.close();
  }
}
