/** Reads settings that a folder brings along: a stranger's files, of any size and kind. */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** No hand writes as much; an agent may still read a larger one, so that is told and not passed over. */
const MAX_BYTES = 1024 * 1024;
/** Deeper than anybody works; a path can be 4,096 bytes long. */
const MAX_LEVELS = 64;
/** Undefined on Windows, which has no pipes in the file tree that an open could wait for. */
const NO_WAITING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

export type FolderFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** Something is there that the gate cannot judge, while the agent may: too large, no regular file, not readable, not UTF-8. */
  | { readonly kind: 'unknown' };

/** Never throws, and never waits for a pipe. Links are followed, as agents follow them. */
export function readFolderFile(path: string): FolderFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | NO_WAITING);
    if (!fstatSync(descriptor).isFile()) return { kind: 'unknown' };
    // One byte more than allowed tells a file that is too large, whatever size it claims.
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

/** The folder and those above it up to the root of its repository, innermost first; the folder alone where it is in no repository. */
export function foldersUpToRepository(folder: string): readonly string[] {
  const chain: string[] = [];
  for (let current = folder; chain.length < MAX_LEVELS; current = dirname(current)) {
    chain.push(current);
    if (existsSync(join(current, '.git'))) return chain;
    if (dirname(current) === current) break;
  }
  return [folder];
}
