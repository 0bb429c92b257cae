import { lstatSync, statSync } from 'node:fs';
import { readRegularFile } from './regularFile';

/** No settings file that a person keeps is larger. */
export const MAX_SETTINGS_BYTES = 1_048_576;

/** What tells one content of a file from the next: where it lies, its size, and when it was written and changed. Links are not followed. */
export function fileStamp(path: string): string {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return 'absent';
    return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
  } catch {
    return 'unreadable';
  }
}

/**
 * The text of a settings file, read as VS Code reads it: bytes that are no UTF-8 do not matter.
 * @param path absolute, links resolved, on this machine.
 * @returns undefined where there is something that cannot be read or is too large; an empty text where there is no file, or what is no file.
 */
export function settingsText(path: string): string | undefined {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return '';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? '' : undefined;
  }
  const content = readRegularFile(path, MAX_SETTINGS_BYTES);
  return content === undefined ? undefined : new TextDecoder().decode(content);
}
