import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** `file` has links resolved. */
export async function isTranscriptBelow(file: string, directory: string): Promise<boolean> {
  const root = await realpath(directory).catch(() => undefined);
  return root !== undefined && isBelow(root, file) && file.endsWith('.jsonl');
}

function isBelow(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
