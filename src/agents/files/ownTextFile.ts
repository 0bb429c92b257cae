import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;

/** Undefined if absent, not regular, or another user's. The last part of the path must be no link. */
export async function openOwnFile(path: string): Promise<{ handle: FileHandle; size: number } | undefined> {
  // A pipe in its place must not delay the decision.
  const handle = await open(path, constants.O_RDONLY | noFollow | constants.O_NONBLOCK).catch(() => undefined);
  if (handle === undefined) return undefined;
  const facts = await handle.stat().catch(() => undefined);
  if (facts?.isFile() === true && (process.getuid === undefined || facts.uid === process.getuid())) {
    return { handle, size: facts.size };
  }
  await handle.close();
  return undefined;
}
