export interface ProtectedName {
  /** An extended regular expression of grep for absolute paths. */
  readonly expression: string;
  /** In lower case: what it matches has this text in any case, if `PATH_END` is behind it. */
  readonly part: string;
}

/** Behind a path where a part of a name is looked for: rare in names. */
const PATH_END = '\u0001';

/**
 * In any case.
 * @param patterns as in `isProtected`: names at any depth, or paths from a workspace folder; `*` in a name
 * @param places absolute globs: `**` crosses folders
 */
export function protectedNames(
  patterns: readonly string[],
  folders: readonly string[],
  places: readonly string[] = [],
): readonly ProtectedName[] {
  return [
    ...patterns.flatMap((text) => ofPattern(text, folders)),
    ...places.flatMap((place) =>
      place.startsWith('/') ? [{ expression: `^${expression(place)}$`, part: rarePart(place) }] : [],
    ),
  ].filter(({ expression }) => !/[\0\r\n]/.test(expression));
}

function ofPattern(text: string, folders: readonly string[]): readonly ProtectedName[] {
  const bare = text
    .trim()
    .replace(/(?:\/\*\*)?\/*$/, '')
    .replace(/^(?:~|\.)\//, '');
  const anyDepth = /^(?:\*\*\/)+/.exec(bare)?.[0] ?? '';
  const path = bare.slice(anyDepth.length).replace(/^\/+/, '');
  if (path === '') return [];
  const part = rarePart(`/${path}`);
  if (anyDepth !== '' || !bare.includes('/')) return [{ expression: `/${inAnyCase(expression(path))}$`, part }];
  return folders.map((folder) => ({
    expression: `^${quoted(folder.replace(/\/$/, ''))}/${inAnyCase(expression(path))}$`,
    part,
  }));
}

const WORDS_OF_GLOB = /\*\*\/|\*+|\?|\[(?:[^\]/]+)\]|\\.|[^*?[\\]+|[[\\]/gs;

function rarePart(glob: string): string {
  const parts = [''];
  for (const word of [...(glob.match(WORDS_OF_GLOB) ?? []), PATH_END]) {
    const last = parts.at(-1) ?? '';
    // Behind folders at any depth, as behind none, a name begins.
    if (word === '**/') parts.push(last.endsWith('/') ? '/' : '');
    else if (/^[*?[]/.test(word)) parts.push('');
    else parts[parts.length - 1] = last + literal(word);
  }
  const ofName = longest(parts.slice(parts.findLastIndex((part) => part.includes('/'))).map(nameOf));
  const part = ofName.length > 3 ? ofName : longest(parts);
  return part.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Without its folders, which many files have, unless it is the end of a path. */
function nameOf(part: string): string {
  return part.endsWith(PATH_END) ? part : part.slice(Math.max(0, part.lastIndexOf('/')));
}

function longest(texts: readonly string[]): string {
  return texts.reduce((one, other) => (other.length > one.length ? other : one), '');
}

function literal(word: string): string {
  return word.startsWith('\\') ? word.slice(1) : word;
}

/** Broader where it cannot be exact. */
function expression(glob: string): string {
  return glob.replace(WORDS_OF_GLOB, (part) => {
    if (part === '**/') return '(.*/)?';
    if (part.startsWith('*')) return part.length > 1 ? '.*' : '[^/]*';
    if (part === '?' || part.startsWith('[')) return '[^/]';
    return quoted(literal(part));
  });
}

/** All letters of an `expression` are literal. */
function inAnyCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}
