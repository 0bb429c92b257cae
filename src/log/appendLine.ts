import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';

// A link would redirect records, a pipe block.
export const NO_DETOUR = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK;

const NEW_LINE = 0x0a;

/** @throws Error if it is not this user's alone or cannot be made */
export function prepareLogFolder(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const facts = lstatSync(directory);
  if (!facts.isDirectory()) throw new Error('the folder of the log is no folder');
  if (process.getuid === undefined) return;
  if (facts.uid !== process.getuid()) throw new Error('the folder of the log belongs to somebody else');
  if ((facts.mode & 0o077) !== 0) chmodSync(directory, 0o700);
}

/**
 * One write: windows append at once.
 * @param line with its line break
 * @returns false after a partial write (disk full), or for another user's file
 * @throws Error if it cannot be opened or written
 */
export function appendLine(path: string, line: Buffer): boolean {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_DETOUR;
  const file = openSync(path, flags, 0o600);
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) return false;
    if (process.getuid !== undefined) {
      if (facts.uid !== process.getuid()) return false;
      if ((facts.mode & 0o177) !== 0) fchmodSync(file, 0o600);
    }
    // A cut line must not swallow this one.
    const last = Buffer.alloc(1);
    const broken = facts.size > 0 && readSync(file, last, 0, 1, facts.size - 1) === 1 && last[0] !== NEW_LINE;
    const bytes = broken ? Buffer.concat([Buffer.of(NEW_LINE), line]) : line;
    return writeSync(file, bytes) === bytes.length;
  } finally {
    closeSync(file);
  }
}
