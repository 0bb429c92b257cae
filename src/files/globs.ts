/** minimatch 11 is not recursive, so never exponential. Special are `*`, `?`, `[...]` and the escape `\`. */
import { Minimatch, type MinimatchOptions } from 'minimatch';
import { starPattern } from '../common/starPattern';

export const MAX_PATTERN_CHARACTERS = 1024;

/** Instead of `/`, so that `*` crosses it: `git push --force*` must match `git push --force origin/main`. */
const SLASH_PLACEHOLDER = '\uE000';

const COMMON: MinimatchOptions = {
  dot: true,
  nobrace: true,
  noext: true,
  nonegate: true,
  nocomment: true,
  optimizationLevel: 0,
  preserveMultipleSlashes: true,
  platform: 'linux',
};

export interface Glob {
  matches(subject: string): boolean;
}

/** `*` matches `/` and line breaks. */
export function textGlob(pattern: string): Glob {
  // minimatch takes seconds for long subjects and many rules.
  if (!/[?[\\]/.test(pattern)) return { matches: starPattern(pattern) };
  const glob = whenNeeded(() => new Minimatch(hideSlashes(pattern), { ...COMMON, noglobstar: true }));
  const holdsLiterals = literalsOf(pattern);
  // In a subject the placeholder matches a slash, which only widens.
  return {
    matches: (subject) =>
      (holdsLiterals(subject) || subject.includes(SLASH_PLACEHOLDER)) && glob().match(hideSlashes(subject)),
  };
}

function hideSlashes(text: string): string {
  return text.replaceAll('/', SLASH_PLACEHOLDER);
}

/** Undefined: usable; else a sentence. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '')
    return 'the pattern between the parentheses is empty; leave the parentheses out to match any input';
  if (pattern.length > MAX_PATTERN_CHARACTERS) return `the pattern is longer than ${MAX_PATTERN_CHARACTERS} characters`;
  if (pattern.includes(SLASH_PLACEHOLDER)) return 'the pattern holds the private character U+E000';
  return undefined;
}

/** `*` stays in a segment, `**` crosses segments, `X/**` matches `X` too. */
export function pathGlob(pattern: string, ignoreCase: boolean): Glob {
  const options: MinimatchOptions = { ...COMMON, nocase: ignoreCase };
  const globs = whenNeeded(() =>
    [pattern, ...(pattern.endsWith('/**') && pattern.length > 3 ? [pattern.slice(0, -3)] : [])].map(
      (each) => new Minimatch(each, options),
    ),
  );
  const holdsLiterals = ignoreCase ? () => true : literalsOf(pattern);
  return { matches: (path) => holdsLiterals(path) && globs().some((glob) => glob.match(path)) };
}

/** Matchers are slow to make, and a call needs few. */
function whenNeeded<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * The pattern's literal parts are there in order, as in every match. Linear time. Ignores slashes, and all from the
 * first bracket or escape.
 */
function literalsOf(pattern: string): (text: string) => boolean {
  const plain = pattern.split(/[[\\]/, 1)[0] ?? '';
  const literals = plain.split(/[*?/]/).filter((part) => !['', '.', '..'].includes(part));
  return (text) => {
    let at = 0;
    return literals.every((literal) => {
      const found = text.indexOf(literal, at);
      at = found + literal.length;
      return found !== -1;
    });
  };
}

/** Whole segments before the first wildcard: all matches lie below. */
export function staticBase(pattern: string): string {
  const wildcard = pattern.search(/[*?[\\]/);
  if (wildcard === -1) return pattern;
  const slash = pattern.lastIndexOf('/', wildcard);
  return slash <= 0 ? '/' : pattern.slice(0, slash);
}
