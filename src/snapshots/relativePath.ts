import { isAbsolute, join, relative, sep } from 'node:path';

/** Case, dots, short names and characters that file systems leave out. */
const IGNORED_CHARACTERS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether a file system may take the name for git's own folder. */
export function isGitName(name: string): boolean {
  const plain = name.replace(IGNORED_CHARACTERS, '').toLowerCase();
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(plain);
}

/** Whether the path, relative and with `/`, stays inside and out of git's own folders. */
export function isOrdinaryPath(path: string): boolean {
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !isGitName(name) && !hasSeparator(name));
}

function hasSeparator(name: string): boolean {
  return name.includes('\0') || (process.platform === 'win32' && /[\\:]/.test(name));
}

/** Relative, with `/`; the folder itself is ''. Undefined if outside. */
export function relativeTo(folder: string, path: string): string | undefined {
  const name = relative(folder, isAbsolute(path) ? path : join(folder, path));
  if (name === '..' || name.startsWith(`..${sep}`) || isAbsolute(name)) return undefined;
  return name.split(sep).join('/');
}

export function absoluteIn(folder: string, path: string): string {
  return path === '' ? folder : join(folder, path);
}

/** '' for a name in the folder itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function childOf(parent: string, name: string): string {
  return parent === '' ? name : `${parent}/${name}`;
}
