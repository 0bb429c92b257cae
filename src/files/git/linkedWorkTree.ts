/** `git worktree add` makes `.git` a file, and the repository lists the folder. */
import { isAbsolute, joinPath, normalise, parentPath, splitPath } from '../pathText';
import type { FileSystem } from '../fileSystem';
import { absolutePath, type GitPlace } from './configFiles';

/** Far above any path. */
const MAX_POINTER_BYTES = 8_192;
const MAX_FOLDERS_UP = 200;

/** All paths are real. */
export interface LinkedWorkTree {
  readonly workTree: string;
  /** `worktrees/<name>` in the common folder. */
  readonly gitFolder: string;
  /** Shared by its work trees. */
  readonly commonFolder: string;
}

/**
 * The innermost repository around a folder, if a linked work tree.
 * @param folder absolute
 */
export function linkedWorkTreeAround(folder: string, place: GitPlace): LinkedWorkTree | undefined {
  const { files, machine } = place;
  if (files.isRemote(folder)) return undefined;
  // Almost every call: one look.
  if (typeOf(joinPath(folder, '.git', machine.platform), files) === 'directory') return undefined;
  let here = files.realPath(folder);
  for (let up = 0; here !== undefined && up < MAX_FOLDERS_UP; up += 1) {
    const type = typeOf(joinPath(here, '.git', machine.platform), files);
    if (type === 'file') return linkedWorkTreeAt(here, place);
    if (type !== 'absent') return undefined;
    const above = parentPath(here, machine.platform);
    if (above === here) return undefined;
    here = above;
  }
  return undefined;
}

/** @param folder real. Its `.git` and the repository name each other, by absolute or relative paths. */
export function linkedWorkTreeAt(folder: string, place: GitPlace): LinkedWorkTree | undefined {
  const { platform } = place.machine;
  const entry = joinPath(folder, '.git', platform);
  const gitFolder = pointedTo(entry, folder, /^gitdir: ([^\n\r\0]+)\n?$/, place);
  if (gitFolder === undefined) return undefined;
  const commonFolder = pointedTo(joinPath(gitFolder, 'commondir', platform), gitFolder, /^([^\n\r\0]+)\n?$/, place);
  if (commonFolder === undefined || !isRepository(commonFolder, place)) return undefined;
  const found = { workTree: folder, gitFolder, commonFolder };
  return isListed(found, place) ? found : undefined;
}

/** A folder's repository: `.git`, or a linked work tree's common folder. */
export function commonFolderOf(folder: string, place: GitPlace): string | undefined {
  const { files, machine } = place;
  const real = files.isRemote(folder) ? undefined : files.realPath(folder);
  if (real === undefined) return undefined;
  const entry = joinPath(real, '.git', machine.platform);
  const type = typeOf(entry, files);
  if (type === 'file') return linkedWorkTreeAt(real, place)?.commonFolder;
  return type === 'directory' && isRepository(entry, place) ? entry : undefined;
}

/** The repository lists it under its own name. */
export function isListed({ workTree, gitFolder, commonFolder }: LinkedWorkTree, place: GitPlace): boolean {
  const { files, machine } = place;
  const { platform } = machine;
  if (parentPath(gitFolder, platform) !== joinPath(commonFolder, 'worktrees', platform)) return false;
  if (typeOf(joinPath(gitFolder, 'HEAD', platform), files) !== 'file') return false;
  const back = pointedTo(joinPath(gitFolder, 'gitdir', platform), gitFolder, /^([^\n\r\0]+)\n?$/, place);
  return back !== undefined && back === joinPath(workTree, '.git', platform);
}

function isRepository(commonFolder: string, { files, machine }: GitPlace): boolean {
  const type = (name: string): string => typeOf(joinPath(commonFolder, name, machine.platform), files);
  return type('HEAD') === 'file' && type('objects') === 'directory' && type('refs') === 'directory';
}

/** @returns the real path in a small ordinary file */
function pointedTo(file: string, base: string, line: RegExp, { files, machine }: GitPlace): string | undefined {
  if (typeOf(file, files) !== 'file') return undefined;
  const written = line.exec(files.readText(file, MAX_POINTER_BYTES) ?? '')?.[1];
  if (written === undefined || !isPlain(written, machine.platform)) return undefined;
  const path = normalise(absolutePath(written, base, machine), machine.platform);
  return files.isRemote(path) ? undefined : files.realPath(path);
}

/** Git writes `..` only at the start; behind a link it leads elsewhere. */
function isPlain(written: string, platform: NodeJS.Platform): boolean {
  const native = platform === 'win32' ? written.replaceAll('/', '\\') : written;
  const names = splitPath(native, platform);
  const start = isAbsolute(native, platform) ? 0 : names.findIndex((name) => name !== '..');
  return start !== -1 ? !names.slice(start).includes('..') : true;
}

function typeOf(path: string, files: FileSystem): string {
  const facts = files.inspect(path);
  return typeof facts === 'string' ? facts : facts.type;
}
