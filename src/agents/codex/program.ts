import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isAtOrBelow } from '../files/instructionFiles';

/** `searchPath` has no opened folder. */
export interface FoundProgram {
  readonly path: string;
  readonly searchPath: string;
}

/** Skips programs in opened folders, or linked into them. */
export function findCodex(environment: NodeJS.ProcessEnv, folders: readonly string[]): FoundProgram | undefined {
  const barred = folders.flatMap((folder) => [folder, realOf(folder) ?? folder]);
  const isOutside = (path: string): boolean => !barred.some((folder) => isAtOrBelow(path, folder));
  const places = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter((place) => {
    const real = isAbsolute(place) ? realOf(place) : undefined;
    return real !== undefined && isOutside(place) && isOutside(real);
  });
  const name = process.platform === 'win32' ? 'codex.exe' : 'codex';
  for (const place of places) {
    const path = join(place, name);
    const real = realOf(path);
    if (real !== undefined && isOutside(real) && isProgram(real)) return { path, searchPath: places.join(delimiter) };
  }
  return undefined;
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
