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
  /** The folder that has its git work tree's repository open. */
  readonly repositoryIn?: RepositoryIn | undefined;
}

/** Which of the folders, by real paths. */
export type RepositoryIn = (folders: readonly string[]) => string | undefined;

/** A window's folder to which a place belongs. */
export interface Ownership<T extends OpenFolder> {
  readonly folder: T;
  /** It holds the place; otherwise only the repository of its git work tree. */
  readonly holds: boolean;
}

/** Follows links of the existing part. */
export async function placeOf(cwd: string): Promise<OpenFolder> {
  const path = resolve(cwd);
  // Behind a link, `..` is the target's parent.
  return { path, real: await whereItLies(isAbsolute(cwd) ? cwd : path) };
}

/** It may not exist yet. */
async function whereItLies(path: string, links = 0): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  const named = join(await whereItLies(parent, links), basename(path));
  const target = links < MAX_LINKS ? await readlink(named).catch(() => undefined) : undefined;
  return target === undefined ? named : whereItLies(resolve(dirname(named), target), links + 1);
}

export function owningFolder<T extends OpenFolder>(place: OpenFolder, folders: readonly T[]): T | undefined {
  return (
    folders
      // A link's folder and its target's both own it.
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
