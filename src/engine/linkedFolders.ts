import { GUARDED_FOLDERS } from '../floor/files/fileFloor';

/**
 * Where a link may name a guarded or protected file, relative to a home or workspace.
 * @param protectedNames patterns of protected paths
 */
export function linkedFolders(protectedNames: readonly string[]): readonly string[] {
  return [...new Set([...GUARDED_FOLDERS, '.git/hooks', ...protectedNames.flatMap(foldersOfPattern)])];
}

/** Hidden names alone: others may be ordinary, and a root's own entries are looked at anyway. */
function foldersOfPattern(pattern: string): readonly string[] {
  const [first = '', ...rest] = pattern.split('/');
  if (!first.startsWith('.') || pattern.includes('*')) return [];
  return rest.length === 0 ? [first] : [first, pattern];
}
