import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

/** A folder as it was opened, and where it really lies, links resolved. Both absolute. */
export interface OpenFolder {
  readonly path: string;
  readonly real: string;
}

/** A folder that a call comes from, looked up once: in its own words and with links resolved as far as it exists. */
export async function placeOf(cwd: string): Promise<OpenFolder> {
  const path = resolve(cwd);
  // As it was given: behind a link, `..` leads to the parent of the folder that the link names.
  return { path, real: await whereItLies(isAbsolute(cwd) ? cwd : path) };
}

/** The place of what need not exist: an agent may name a folder that it makes only then. */
async function whereItLies(path: string, links = 0): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  const named = join(await whereItLies(parent, links), basename(path));
  const target = links < MAX_LINKS ? await readlink(named).catch(() => undefined) : undefined;
  return target === undefined ? named : whereItLies(resolve(dirname(named), target), links + 1);
}

/** The most specific of these folders that is, or holds, the one of a call; undefined: none does. */
export function owningFolder<T extends OpenFolder>(place: OpenFolder, folders: readonly T[]): T | undefined {
  return (
    folders
      // A link in an open folder is in it by its name, while what it leads to may be open in another window: both own it.
      .filter(({ path, real }) => isBelow(path, place.path) || isBelow(real, place.real))
      .reduce<T | undefined>(
        (best, folder) => (best === undefined || depthOf(folder) > depthOf(best) ? folder : best),
        undefined,
      )
  );
}

/** How many folders it lies below the root: of two folders that hold a call the deeper one is the more specific. */
export function depthOf({ real }: OpenFolder): number {
  return real.split(sep).filter((part) => part !== '').length;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
