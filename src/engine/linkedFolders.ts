import { GUARDED_FOLDERS } from '../floor/files/fileFloor';

/**
 * Where links to guarded or protected files may be, relative to a home or workspace.
 * @param protectedNames patterns of protected paths
 */
export function linkedFolders(protectedNames: readonly string[]): readonly string[] {
  return [...new Set([...GUARDED_FOLDERS, '.git/hooks', ...protectedNames.flatMap(foldersOfPattern)])];
}

/** Only hidden names: others may be ordinary, and a root's own entries are checked anyway. */
function foldersOfPattern(pattern: string): readonly string[] {
  const [first = '', ...rest] = pattern.split('/');
  if (!first.startsWith('.') || pattern.includes('*')) return [];
  return rest.length === 0 ? [first] : [first, pattern];
}
