import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MAX_BYTES = 4 * 1024 * 1024;

/** Its message names the remedy. */
export class SettingsFileError extends Error {
  override readonly name = 'SettingsFileError';
}

/** @throws SettingsFileError */
export function readSettingsFile(path: string): string | undefined {
  const target = resolveTarget(path);
  if (target === undefined) return undefined;
  try {
    const bytes = readFileSync(target.path);
    // With the byte order mark.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const problem = cause instanceof TypeError ? 'is not UTF-8 text' : `cannot be read (${codeOf(cause)})`;
    throw new SettingsFileError(`${path} ${problem}. Mend the file, then try again.`, { cause });
  }
}

/**
 * Only if the file still holds `before`; undefined: no file. Keeps links and mode. Returns the backup's path.
 * @throws SettingsFileError
 */
export function replaceSettingsFile(
  path: string,
  before: string | undefined,
  after: string | undefined,
  now: Date,
): string | undefined {
  const refuseIfChanged = (): void => {
    if (readSettingsFile(path) !== before) {
      throw new SettingsFileError(`${path} was changed in the meantime, and was left as it is. Try again.`);
    }
  };
  refuseIfChanged();
  try {
    const target = resolveTarget(path);
    if (target === undefined) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (after !== undefined) writeWhole(path, after, 0o600, refuseIfChanged);
      return undefined;
    }
    const backup = backupPath(path, now);
    copyFileSync(target.path, backup, constants.COPYFILE_EXCL);
    if (after !== undefined) writeWhole(target.path, after, target.facts.mode & 0o777, refuseIfChanged);
    else {
      refuseIfChanged();
      rmSync(target.path);
    }
    return backup;
  } catch (cause) {
    if (cause instanceof SettingsFileError) throw cause;
    throw new SettingsFileError(
      `${path} could not be written (${codeOf(cause)}) and was left as it is. Check the permissions of the file and its folder, then try again.`,
      { cause },
    );
  }
}

/** Newest first. */
export function settingsBackups(path: string): string[] {
  const prefix = `${basename(path)}${BACKUP_MARK}`;
  let names: string[];
  try {
    names = readdirSync(dirname(path)).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
  // Its time sorts as text.
  return names
    .sort()
    .reverse()
    .slice(0, MAX_BACKUPS_READ)
    .flatMap((name) => {
      try {
        const text = readSettingsFile(join(dirname(path), name));
        return text === undefined ? [] : [text];
      } catch {
        return [];
      }
    });
}

/** What was there before connecting is recent. */
const MAX_BACKUPS_READ = 20;
const BACKUP_MARK = '.before-auto-mode-';

function backupPath(path: string, now: Date): string {
  const time = now.toISOString().replace(/[:.]/g, '-');
  return `${path}${BACKUP_MARK}${time}-${randomBytes(2).toString('hex')}`;
}

/** Through a dangling link, writing makes a stray file. */
function resolveTarget(path: string): { readonly path: string; readonly facts: Stats } | undefined {
  let target: string;
  let facts: Stats;
  try {
    lstatSync(path);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new SettingsFileError(`${path} cannot be read (${codeOf(cause)}). Check its permissions, then try again.`, {
      cause,
    });
  }
  try {
    target = realpathSync(path);
    facts = statSync(target);
  } catch (cause) {
    throw new SettingsFileError(
      `${path} is a link that leads nowhere (${codeOf(cause)}). Mend the link, then try again.`,
      {
        cause,
      },
    );
  }
  if (!facts.isFile()) throw new SettingsFileError(`${path} is not a file. Move it away, then try again.`);
  if (facts.size > MAX_BYTES) {
    throw new SettingsFileError(`${path} is larger than ${MAX_BYTES / 1024 / 1024} MB. Mend the file, then try again.`);
  }
  return { path: target, facts };
}

/** @param last check before the rename; may throw */
function writeWhole(path: string, text: string, mode: number, last: () => void): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      // Open's mode obeys the umask.
      fchmodSync(file, mode);
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    last();
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw cause;
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown error';
}
