/** Untrusted files of any size and kind. */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Reported: an agent may read larger ones. */
const MAX_BYTES = 1024 * 1024;
const MAX_LEVELS = 64;
/** Windows has no pipes in the file tree. */
const NO_WAITING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

export type FolderFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** Not judged here, but perhaps read by the agent: too large, not regular, unreadable, or not UTF-8. */
  | { readonly kind: 'unknown' };

/** Never throws or waits for a pipe. Follows links, as agents do. */
export function readFolderFile(path: string): FolderFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | NO_WAITING);
    if (!fstatSync(descriptor).isFile()) return { kind: 'unknown' };
    // One more byte shows a larger file.
    const bytes = Buffer.allocUnsafe(MAX_BYTES + 1);
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      length += count;
      if (length > MAX_BYTES) return { kind: 'unknown' };
      if (count === 0) break;
    }
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)) };
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    return { kind: code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unknown' };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Innermost first; outside a repository only the folder. */
export function foldersUpToRepository(folder: string): readonly string[] {
  const chain: string[] = [];
  for (let current = folder; chain.length < MAX_LEVELS; current = dirname(current)) {
    chain.push(current);
    if (existsSync(join(current, '.git'))) return chain;
    if (dirname(current) === current) break;
  }
  return [folder];
}
