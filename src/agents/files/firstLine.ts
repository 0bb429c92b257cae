import { openOwnFile } from './ownTextFile';

/** Undefined: longer than `maxBytes`, absent, not regular, or another user's. */
export async function readFirstLine(path: string, maxBytes: number): Promise<string | undefined> {
  const file = await openOwnFile(path);
  if (file === undefined) return undefined;
  try {
    const buffer = Buffer.alloc(maxBytes);
    const { bytesRead } = await file.handle.read(buffer, 0, maxBytes, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(0x0a);
    return end === -1 ? undefined : buffer.toString('utf8', 0, end);
  } catch {
    return undefined;
  } finally {
    await file.handle.close();
  }
}
