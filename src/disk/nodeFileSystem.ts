import { lstatSync, opendirSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import type { FileFacts, FileSystem } from '../files/fileSystem';
import { contentOf } from './fileContent';
import { GitContent } from './gitContent';
import { LinkedNames, type LinkedNamesOptions } from './linkedNames';
import { remotePathTest } from './mountTable';
import { readRegularFile } from './regularFile';
import { searchWouldRead } from './searchScope';

/** @param linkedPlaces where links that rename files are looked for; absent: nowhere */
export function createNodeFileSystem(
  platform: NodeJS.Platform = process.platform,
  linkedPlaces?: Pick<LinkedNamesOptions, 'roots' | 'folders'>,
): FileSystem {
  const isRemote = remotePathTest(platform);
  const links = linkedPlaces === undefined ? undefined : new LinkedNames({ ...linkedPlaces, isRemote });
  const git = new GitContent(isRemote);
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return {
    inspect,
    realPath: (path) => orUndefined(() => realpathSync.native(path)),
    otherNames: (path) => links?.of(path) ?? [],
    readLink: (path) => orUndefined(() => readlinkSync(path)),
    listNames,
    readText: (path, maxBytes) => {
      const content = readRegularFile(path, maxBytes);
      return content === undefined ? undefined : orUndefined(() => utf8.decode(content));
    },
    readContent: (path, maxBytes) => contentOf(path, maxBytes),
    isRemote,
    heldByVersionControl: (path) => git.holds(path),
    versionControlStates: (paths) => git.states(paths),
    gitLinks: (gitFolder) => git.links(gitFolder),
    changedByBranch: (gitFolder, branch) => git.changedByBranch(gitFolder, branch),
    searchWouldRead: (root, wanted, searched) =>
      searched.tracked === true
        ? git.searchWouldRead(root, wanted, searched.isOver)
        : searchWouldRead(root, wanted, searched, isRemote),
  };
}

function inspect(path: string): FileFacts | 'absent' | 'unreadable' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined
      ? 'absent'
      : {
          type: typeOf(stats),
          links: stats.nlink,
          sizeBytes: stats.size,
          identity: `${stats.dev}:${stats.ino}`,
          // Through a folder they reach what they know the name of.
          ...(process.platform !== 'win32' && {
            othersRead: (stats.mode & (stats.isDirectory() ? 0o001 : 0o004)) !== 0,
          }),
        };
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? 'absent' : 'unreadable';
  }
}

function listNames(path: string, max: number): readonly string[] | undefined {
  const facts = inspect(path);
  if (facts === 'unreadable') return undefined;
  if (facts === 'absent' || facts.type === 'file' || facts.type === 'other') return [];
  return orUndefined(() => {
    const names: string[] = [];
    const folder = opendirSync(path);
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        names.push(entry.name);
        if (names.length > max) return undefined;
      }
    } finally {
      folder.closeSync();
    }
    return names;
  });
}

function typeOf(stats: Stats): FileFacts['type'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
