import { posix } from 'node:path';
import type { FileFacts, FileSystem } from '../files/fileSystem';

/** Has only names: for calls that never run. */
export function createListedFileSystem(paths: readonly string[]): FileSystem {
  const files = new Set(paths.filter((path) => !path.endsWith('/')));
  const folders = new Set(['/']);
  for (const path of paths) {
    const bare = path.replace(/\/+$/, '');
    if (!files.has(path)) folders.add(bare);
    for (let at = posix.dirname(bare); at !== '/' && at !== '.'; at = posix.dirname(at)) folders.add(at);
  }
  const inspect = (path: string): FileFacts | 'absent' => {
    if (files.has(path)) return { type: 'file', links: 1, sizeBytes: 1_000 };
    return folders.has(path) ? { type: 'directory', links: 2, sizeBytes: 4_096 } : 'absent';
  };
  return {
    inspect,
    realPath: (path) => (inspect(path) === 'absent' ? undefined : path),
    otherNames: () => [],
    readLink: () => undefined,
    listNames: (path, max) => {
      const below = [...files, ...folders].filter((entry) => entry !== '/' && posix.dirname(entry) === path);
      return below.length > max ? undefined : below.map((entry) => posix.basename(entry));
    },
    readText: () => undefined,
    readContent: (path) => (inspect(path) === 'absent' ? 'absent' : 'unreadable'),
    isRemote: (path) => path.startsWith('//'),
    heldByVersionControl: () => false,
    versionControlStates: (all) => all.map(() => 'unknown'),
    gitLinks: () => undefined,
    changedByBranch: () => undefined,
    searchWouldRead: () => 'unknown',
  };
}
