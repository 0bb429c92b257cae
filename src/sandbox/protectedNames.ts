/**
 * Protected paths as an expression of find.
 * @param patterns as in `isProtected`: names at any depth, or paths from a workspace folder; `*` within a name
 */
export function protectedNames(patterns: readonly string[], folders: readonly string[]): readonly string[] {
  const tests = patterns.flatMap((text): readonly (readonly [string, string])[] => {
    const pattern = text.trim().replace(/^\.\//, '').replace(/\/+$/, '');
    if (pattern === '' || pattern.startsWith('~')) return [];
    if (pattern.startsWith('**/')) return [['-ipath', `*/${pattern.slice(3)}`]];
    if (pattern.startsWith('/')) return [['-ipath', pattern]];
    if (!pattern.includes('/')) return [['-iname', pattern]];
    return folders.map((folder) => ['-ipath', `${folder.replace(/[*?[\]\\]/g, '\\$&')}/${pattern}`]);
  });
  return tests.flatMap((test, index) => (index === 0 ? test : ['-o', ...test]));
}
