import { lstatSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { allIndexedFiles, ID_BYTES, type IndexedFile } from '../../disk/gitIndex';
import { readRegularFile } from '../../disk/regularFile';
import { CommittedFiles } from '../../disk/committedFiles';
import { GitObjects } from '../../disk/gitObjects';
import { isOnNetwork } from '../../disk/gitPacks';

const MAX_INDEX_BYTES = 100_000_000;
const MAX_SMALL_FILE_BYTES = 64_000;
const MAX_FOLDERS_UP = 100;

export type HashName = 'sha1' | 'sha256';

export interface Repository {
  readonly workTree: string;
  readonly hash: HashName;
  readonly objectsFolder: string;
  /** `.git/info/exclude`. */
  readonly exclude: string;
  /** Relative to the work tree, with `/`. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  /** They hold such files. */
  readonly folders: ReadonlySet<string>;
  readonly objects: GitObjects;
  readonly committed: CommittedFiles;
}

export interface TrackedFile {
  readonly repository: Repository;
  /** Relative to the work tree, with `/`. */
  readonly name: string;
  readonly file: IndexedFile;
}

/** Undefined: missing or unreadable. */
export function repositoryAround(folder: string): Repository | undefined {
  let place = folder;
  for (let up = 0; up < MAX_FOLDERS_UP; up += 1) {
    if (typeAt(join(place, '.git')) !== 'none') return repositoryAt(place);
    const parent = dirname(place);
    if (parent === place) return undefined;
    place = parent;
  }
  return undefined;
}

/** Its `.git` is in the folder. */
export function repositoryAt(workTree: string): Repository | undefined {
  const gitFolder = gitFolderOf(workTree);
  if (gitFolder === undefined) return undefined;
  const common = pathIn(join(gitFolder, 'commondir'), /^(.+?)\r?\n?$/s, gitFolder) ?? gitFolder;
  const hash = hashOf(common);
  const files = indexedFiles(gitFolder, hash);
  if (files === undefined) return undefined;
  const objectsFolder = join(common, 'objects');
  const idBytes = ID_BYTES[hash];
  const objects = new GitObjects(objectsFolder, idBytes);
  return {
    workTree,
    hash,
    objectsFolder,
    exclude: join(common, 'info', 'exclude'),
    files,
    folders: foldersOf(files.keys()),
    objects,
    committed: new CommittedFiles({ gitFolder, commonFolder: common, objects, idBytes }),
  };
}

function indexedFiles(gitFolder: string, hash: HashName): ReadonlyMap<string, IndexedFile> | undefined {
  const path = join(gitFolder, 'index');
  if (typeAt(path) === 'none') return new Map();
  const index = readRegularFile(path, MAX_INDEX_BYTES);
  return index && allIndexedFiles(index, hash);
}

function foldersOf(names: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const name of names) {
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
      const folder = name.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

function gitFolderOf(workTree: string): string | undefined {
  const entry = join(workTree, '.git');
  const type = typeAt(entry);
  if (type === 'folder') return entry;
  return type === 'file' ? pathIn(entry, /^gitdir: (.+?)\r?\n?$/s, workTree) : undefined;
}

function pathIn(file: string, pattern: RegExp, base: string): string | undefined {
  const [, written] = pattern.exec(readRegularFile(file, MAX_SMALL_FILE_BYTES)?.toString('utf8') ?? '') ?? [];
  if (written === undefined || written.includes('\0') || isOnNetwork(written)) return undefined;
  return isAbsolute(written) ? resolve(written) : resolve(base, written);
}

function hashOf(commonFolder: string): HashName {
  const config = readRegularFile(join(commonFolder, 'config'), MAX_SMALL_FILE_BYTES)?.toString('utf8') ?? '';
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1';
}

function typeAt(path: string): 'none' | 'file' | 'folder' | 'other' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? 'none' : stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
}
