import { goesUpBehindName } from '../../common/upwardPath';
import type { SimpleCommand } from '../model/analysis';

const LONGEST_PATH = 1024;

/** Ignores symbolic links, as the shell's `cd` does. */
export function enterFolder(folder: string | undefined, path: string): string | undefined {
  if (path === '' || path.includes('\0')) return undefined;
  const isAbsolute = path.startsWith('/');
  if (!isAbsolute && folder === undefined) return undefined;
  if (path.length + (isAbsolute ? 0 : (folder?.length ?? 0)) > LONGEST_PATH) return undefined;
  // After a link, or where the text leads nowhere, the shell goes elsewhere.
  if (goesUpBehindName(path) || /^\/+proc(?:\/|$)/.test(path)) return undefined;
  const segments: string[] = [];
  for (const segment of `${isAbsolute ? '' : (folder ?? '')}/${path}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/**
 * @param words begin with a `cd` that succeeds
 * @returns undefined: unknown
 */
export function folderAfter(
  words: SimpleCommand['words'],
  from: { readonly folder: string | undefined; readonly home: string | undefined; readonly searchesFolders: boolean },
): string | undefined {
  let operands = words.slice(1);
  while (operands[0]?.text === '-L') operands = operands.slice(1);
  if (operands[0]?.text === '--') operands = operands.slice(1);
  const [target, ...others] = operands;
  if (target === undefined) return words.length === 1 ? from.home : undefined;
  const path = target.text;
  if (others.length > 0 || path === undefined || path.startsWith('-')) return undefined;
  if (from.searchesFolders && !/^\.{0,2}\//.test(path) && path !== '.' && path !== '..') return undefined;
  return enterFolder(from.folder, path);
}
