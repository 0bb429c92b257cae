/**
 * As extended regular expressions of grep for absolute paths, in any case.
 * @param patterns as in `isProtected`: names at any depth, or paths from a workspace folder; `*` in a name
 * @param places absolute globs: `**` crosses folders
 */
export function protectedNames(
  patterns: readonly string[],
  folders: readonly string[],
  places: readonly string[] = [],
): readonly string[] {
  return [
    ...patterns.flatMap((text) => ofPattern(text, folders)),
    ...places.flatMap((place) => (place.startsWith('/') ? [`^${expression(place)}$`] : [])),
  ].filter((one) => !/[\0\r\n]/.test(one));
}

function ofPattern(text: string, folders: readonly string[]): readonly string[] {
  const bare = text
    .trim()
    .replace(/(?:\/\*\*)?\/*$/, '')
    .replace(/^(?:~|\.)\//, '');
  const anyDepth = /^(?:\*\*\/)+/.exec(bare)?.[0] ?? '';
  const path = bare.slice(anyDepth.length).replace(/^\/+/, '');
  if (path === '') return [];
  if (anyDepth !== '' || !bare.includes('/')) return [`/${inAnyCase(expression(path))}$`];
  return folders.map((folder) => `^${quoted(folder.replace(/\/$/, ''))}/${inAnyCase(expression(path))}$`);
}

/** Broader where it cannot be exact. */
function expression(glob: string): string {
  return glob.replace(/\*\*\/|\*+|\?|\[(?:[^\]/]+)\]|\\.|[^*?[\\]+|[[\\]/gs, (part) => {
    if (part === '**/') return '(.*/)?';
    if (part.startsWith('*')) return part.length > 1 ? '.*' : '[^/]*';
    if (part === '?' || part.startsWith('[')) return '[^/]';
    return quoted(part.startsWith('\\') ? part.slice(1) : part);
  });
}

/** All letters of an `expression` are literal. */
function inAnyCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}
