import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Whether a folder is one of these, or below one. Links are followed only where the names alone do not tell. */
export async function isInFolders(cwd: string, folders: readonly string[]): Promise<boolean> {
  const path = resolve(cwd);
  if (folders.some((folder) => isBelow(resolve(folder), path))) return true;
  const real = await resolved(path);
  for (const folder of folders) {
    if (isBelow(await resolved(folder), real)) return true;
  }
  return false;
}

async function resolved(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
