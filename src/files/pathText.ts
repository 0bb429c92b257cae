/** By the machine's rules; node:path follows the build's, and keeps what Windows ignores. */

/** PATH_MAX: Linux 4096 bytes, macOS 1024; Windows counts UTF-16 units. */
export function longestPath(platform: NodeJS.Platform): number {
  return platform === 'win32' ? LONGEST_PATH_TEXT : 4_096;
}

/** Before normalisation; no system takes more. */
export const LONGEST_PATH_TEXT = 32_767;

export function isAbsolute(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /^[A-Za-z]:[\\/]/.test(path) : path.startsWith('/');
}

/** For absolute paths. Removes `.`, `..`, doubled and trailing separators; follows no links. */
export function normalise(path: string, platform: NodeJS.Platform): string {
  const windows = platform === 'win32';
  // Almost every path.
  if (!windows && !/\/(?:\/|\.\.?(?:\/|$)|$)/.test(path)) return path;
  const kept: string[] = [];
  for (const segment of splitPath(windows ? path.slice(2) : path, platform)) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return windows ? `${path.slice(0, 2).toUpperCase()}\\${kept.join('\\')}` : `/${kept.join('/')}`;
}

export function splitPath(path: string, platform: NodeJS.Platform): string[] {
  return platform === 'win32' ? path.split(/[\\/]/) : path.split('/');
}

export function joinPath(folder: string, name: string, platform: NodeJS.Platform): string {
  const separator = platform === 'win32' ? '\\' : '/';
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

/** A root holds itself. */
export function parentPath(path: string, platform: NodeJS.Platform): string {
  const windows = platform === 'win32';
  const cut = path.lastIndexOf(windows ? '\\' : '/');
  const root = windows ? 3 : 1;
  return path.slice(0, Math.max(cut, root));
}

/** Equates what some file system does: full case folding, composed, without what HFS+ ignores. May match too much. */
export function foldBroadly(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return (
    text
      .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
      .normalize('NFC')
      // Upper case splits long s and sharp s.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFC')
  );
}

/** Folded broadly, with the drive (`c:`). Windows has two separators. */
export function foldedSegments(path: string, platform: NodeJS.Platform): readonly string[] {
  const folded = foldBroadly(path);
  if (platform === 'win32') return folded.split(/[\\/]+/).filter((segment) => segment !== '');
  return (folded.startsWith('/') ? folded.slice(1) : folded).split('/').filter((segment) => segment !== '');
}

/**
 * By whole segments of absolute, normal paths. Ignores Unicode form and ASCII case only where the platform does: may
 * match too little.
 */
export function isInside(candidate: string, root: string, platform: NodeJS.Platform): boolean {
  const path = foldNarrowly(candidate, platform);
  const folder = foldNarrowly(root, platform);
  const separator = platform === 'win32' ? '\\' : '/';
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}

/** NTFS ignores case; APFS and HFS+ also Unicode form. */
function foldNarrowly(path: string, platform: NodeJS.Platform): string {
  const lowered = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (platform === 'win32') return lowered(path).replaceAll('/', '\\');
  return platform === 'darwin' ? lowered(path.normalize('NFC')) : path;
}
