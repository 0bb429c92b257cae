import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';

// A pipe in its place must not block the editor.
const NO_DETOUR = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Undefined unless this user's regular file with exactly this mode and no hard link. */
export function readOwnFile(path: string, mode: number): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | NO_DETOUR);
  } catch {
    return undefined;
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.nlink > 1) return undefined;
    if (process.getuid !== undefined && (facts.uid !== process.getuid() || (facts.mode & 0o777) !== mode)) {
      return undefined;
    }
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Atomic. `keepExisting`: another window's file stays. */
export function writeOwnFile(path: string, text: string, mode: number, keepExisting = false): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, text, { mode, flag: 'wx' });
    if (!keepExisting) {
      renameSync(temporary, path);
      return;
    }
    try {
      linkSync(temporary, path);
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}
