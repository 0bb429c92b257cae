import { isAbsolute, join, relative, sep } from 'node:path';

/** File systems ignore case, dots, short names and some characters. */
const IGNORED_CHARACTERS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** A file system may take it for git's folder. */
export function isGitName(name: string): boolean {
  const plain = name.replace(IGNORED_CHARACTERS, '').toLowerCase();
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(plain);
}

/** Stays inside and out of git's folders. Relative, with `/`. */
export function isOrdinaryPath(path: string): boolean {
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !isGitName(name) && !hasSeparator(name));
}

function hasSeparator(name: string): boolean {
  return name.includes('\0') || (process.platform === 'win32' && /[\\:]/.test(name));
}

/** With `/`; the folder itself is ''. Undefined: outside. */
export function relativeTo(folder: string, path: string): string | undefined {
  const name = relative(folder, isAbsolute(path) ? path : join(folder, path));
  if (name === '..' || name.startsWith(`..${sep}`) || isAbsolute(name)) return undefined;
  return name.split(sep).join('/');
}

export function absoluteIn(folder: string, path: string): string {
  return path === '' ? folder : join(folder, path);
}

/** '' for the folder itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function childOf(parent: string, name: string): string {
  return parent === '' ? name : `${parent}/${name}`;
}
