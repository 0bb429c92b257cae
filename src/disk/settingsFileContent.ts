import { lstatSync, statSync } from 'node:fs';
import { readRegularFile } from './regularFile';

export const MAX_SETTINGS_BYTES = 1_048_576;

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
 * Any bytes, as in VS Code.
 * @returns undefined: unreadable or too large; empty: no file
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
