import { closeSync, constants, openSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** On Linux names are looked up in the open folder, so no new link in its path leads elsewhere. */
export interface OpenFolder {
  readonly path: string;
  /** A path for `node:fs`; without a name the folder itself. */
  at(name?: string): string;
}

/**
 * @param path absolute, links resolved
 * @returns 'absent' unless a folder is exactly there; 'refused' if it cannot be opened
 */
export function inFolder<T>(path: string, work: (folder: OpenFolder) => T): T | 'absent' | 'refused' {
  return process.platform === 'linux' ? byDescriptor(path, work) : byName(path, work);
}

function byDescriptor<T>(path: string, work: (folder: OpenFolder) => T): T | 'absent' | 'refused' {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (cause) {
    return isAbsence(cause) ? 'absent' : 'refused';
  }
  let closesLater = false;
  const close = (): void => {
    closeSync(descriptor);
  };
  try {
    const self = `/proc/self/fd/${descriptor}`;
    if (readlinkOf(self) !== path) return 'absent';
    const result = work({ path, at: (name) => (name === undefined ? self : `${self}/${name}`) });
    if (result instanceof Promise) {
      closesLater = true;
      return result.finally(close) as T;
    }
    return result;
  } finally {
    if (!closesLater) close();
  }
}

function byName<T>(path: string, work: (folder: OpenFolder) => T): T | 'absent' | 'refused' {
  try {
    if (realpathSync.native(path) !== path) return 'absent';
  } catch (cause) {
    return isAbsence(cause) ? 'absent' : 'refused';
  }
  return work({ path, at: (name) => (name === undefined ? path : join(path, name)) });
}

function readlinkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

export function isAbsence(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(cause));
}

export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}
