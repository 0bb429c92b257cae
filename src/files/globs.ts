/** minimatch 11 is not recursive, so never exponential. Only `*`, `?`, `[...]` and the escape `\` are special. */
import { Minimatch, type MinimatchOptions } from 'minimatch';
import { starPattern } from '../common/starPattern';

export const MAX_PATTERN_CHARACTERS = 1024;

/** Replaces `/`, so that `*` crosses it: `git push --force*` must match `git push --force origin/main`. */
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

/** `*` matches `/` and line breaks too. */
export function textGlob(pattern: string): Glob {
  // minimatch takes seconds for a long subject and many rules.
  if (!/[?[\\]/.test(pattern)) return { matches: starPattern(pattern) };
  const glob = whenNeeded(() => new Minimatch(hideSlashes(pattern), { ...COMMON, noglobstar: true }));
  const holdsLiterals = literalsOf(pattern);
  // The placeholder in a subject matches a slash, which only widens.
  return {
    matches: (subject) =>
      (holdsLiterals(subject) || subject.includes(SLASH_PLACEHOLDER)) && glob().match(hideSlashes(subject)),
  };
}

function hideSlashes(text: string): string {
  return text.replaceAll('/', SLASH_PLACEHOLDER);
}

/** A sentence; undefined if usable. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '')
    return 'the pattern between the parentheses is empty; leave the parentheses out to match any input';
  if (pattern.length > MAX_PATTERN_CHARACTERS) return `the pattern is longer than ${MAX_PATTERN_CHARACTERS} characters`;
  if (pattern.includes(SLASH_PLACEHOLDER)) return 'the pattern holds the private character U+E000';
  return undefined;
}

/** `*` stays within a segment, `**` crosses segments, `X/**` matches `X` too. */
export function pathGlob(pattern: string, ignoreCase: boolean): Glob {
  const options: MinimatchOptions = { ...COMMON, nocase: ignoreCase };
  const globs = whenNeeded(() =>
    [pattern, ...(pattern.endsWith('/**') && pattern.length > 3 ? [pattern.slice(0, -3)] : [])].map(
      (each) => new Minimatch(each, options),
    ),
  );
  // The matcher folds case.
  const holdsLiterals = ignoreCase ? () => true : literalsOf(pattern);
  return { matches: (path) => holdsLiterals(path) && globs().some((glob) => glob.match(path)) };
}

/** Making a matcher is slow, and a call needs few. */
function whenNeeded<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Whether the pattern's literal parts occur in order, as in every match. Linear time. Ignores slashes, and all from
 * the first bracket or escape on.
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

/** Before the first wildcard, in whole segments: all matches lie below. */
export function staticBase(pattern: string): string {
  const wildcard = pattern.search(/[*?[\\]/);
  if (wildcard === -1) return pattern;
  const slash = pattern.lastIndexOf('/', wildcard);
  return slash <= 0 ? '/' : pattern.slice(0, slash);
}
