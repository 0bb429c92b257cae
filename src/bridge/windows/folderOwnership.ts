import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Linux's limit. */
const MAX_LINKS = 40;

/** Both absolute; `real` has links resolved. */
export interface OpenFolder {
  readonly path: string;
  readonly real: string;
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

export function depthOf({ real }: OpenFolder): number {
  return real.split(sep).filter((part) => part !== '').length;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
