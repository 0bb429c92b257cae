import { accessSync, constants, statSync } from 'node:fs';

/** Only an administrator writes here; on PATH an agent could have made a folder. */
export const SYSTEM_FOLDERS: readonly string[] = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/** @returns the absolute path of a file that this user may run */
export function findProgram(name: string, folders: readonly string[] = SYSTEM_FOLDERS): string | undefined {
  return folders
    .map((folder) => `${folder}/${name}`)
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    });
}
