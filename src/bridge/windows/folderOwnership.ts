import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Linux's limit. */
const MAX_LINKS = 40;

/** Both absolute; `real` has links resolved. */
export interface OpenFolder {
  readonly path: string;
  readonly real: string;
}

/** Where a call is. */
export interface CallPlace extends OpenFolder {
  /** It is in a git work tree: which of some folders has its repository open. */
  readonly repositoryIn?: RepositoryIn | undefined;
}

/** By real paths. */
export type RepositoryIn = (folders: readonly string[]) => string | undefined;

/** A folder of a window that a place belongs to. */
export interface Ownership<T extends OpenFolder> {
  readonly folder: T;
  /** It holds the place; else the place is in a git work tree of its repository. */
  readonly holds: boolean;
}

/** Resolves links of the existing part. */
export async function placeOf(cwd: string): Promise<OpenFolder> {
  const path = resolve(cwd);
  // After a link, `..` is the parent of its target.
  return { path, real: await whereItLies(isAbsolute(cwd) ? cwd : path) };
}

/** The folder may not exist yet. */
async function whereItLies(path: string, links = 0): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  const named = join(await whereItLies(parent, links), basename(path));
  const target = links < MAX_LINKS ? await readlink(named).catch(() => undefined) : undefined;
  return target === undefined ? named : whereItLies(resolve(dirname(named), target), links + 1);
}

/** The most specific one. */
export function owningFolder<T extends OpenFolder>(place: OpenFolder, folders: readonly T[]): T | undefined {
  return (
    folders
      // A link's own folder and its target's both own it.
      .filter(({ path, real }) => isBelow(path, place.path) || isBelow(real, place.real))
      .reduce<T | undefined>(
        (best, folder) => (best === undefined || depthOf(folder) > depthOf(best) ? folder : best),
        undefined,
      )
  );
}

export function ownershipOf<T extends OpenFolder>(place: CallPlace, folders: readonly T[]): Ownership<T> | undefined {
  const holding = owningFolder(place, folders);
  if (holding !== undefined) return { folder: holding, holds: true };
  const real = place.repositoryIn?.(folders.map((folder) => folder.real));
  const having = real === undefined ? undefined : folders.find((folder) => folder.real === real);
  return having === undefined ? undefined : { folder: having, holds: false };
}

export function depthOf({ real }: OpenFolder): number {
  return real.split(sep).filter((part) => part !== '').length;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
