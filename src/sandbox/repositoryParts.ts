import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { LinkedRepository } from '../engine/model/ports';

/** Git reads these to tell a work tree's state. Hooks, helpers' sockets and other work trees are missing. */
const OF_ALL = ['HEAD', 'config', 'objects', 'refs', 'packed-refs', 'reftable', 'info', 'logs', 'shallow'];
const OF_ONE = ['HEAD', 'index', 'commondir', 'gitdir', 'config.worktree', 'refs', 'logs', 'ORIG_HEAD'];

/**
 * Of repositories elsewhere; the run cannot change them.
 * @param folders of the workspace: shown and guarded already
 * @returns absolute paths of files and folders, no links
 */
export function repositoryParts(
  repositories: readonly LinkedRepository[],
  folders: readonly string[],
): readonly string[] {
  const isShown = (path: string): boolean => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const parts = repositories.flatMap(({ gitFolder, commonFolder }) => [
    ...OF_ALL.map((name) => join(commonFolder, name)),
    ...OF_ONE.map((name) => join(gitFolder, name)),
  ]);
  return [...new Set(parts)].filter((path) => !isShown(path) && isOrdinary(path));
}

function isOrdinary(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return facts?.isFile() === true || facts?.isDirectory() === true;
}
