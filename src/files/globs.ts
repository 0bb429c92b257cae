/**
 * On minimatch 11, whose matcher is not recursive and so has no exponential case. Braces, extended globs, comments
 * and negation are off: a rule's text is literal but for `*`, `?`, `[...]` and the escape `\`.
 */
import { Minimatch, type MinimatchOptions } from 'minimatch';
import { starPattern } from '../common/starPattern';

export const MAX_PATTERN_CHARACTERS = 1024;

/**
 * Replaces `/` in command patterns, so that `*` crosses it: `git push --force*` must match `git push --force
 * origin/main`.
 */
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

/** Over running text (a command line, a URL): `*` matches `/` and line breaks too. */
export function textGlob(pattern: string): Glob {
  // minimatch takes seconds for a long subject and many rules.
  if (!/[?[\\]/.test(pattern)) return { matches: starPattern(pattern) };
  const glob = whenNeeded(() => new Minimatch(hideSlashes(pattern), { ...COMMON, noglobstar: true }));
  const holdsLiterals = literalsOf(pattern);
  // A subject with the placeholder matches as if it held a slash, which only widens a match.
  return {
    matches: (subject) =>
      (holdsLiterals(subject) || subject.includes(SLASH_PLACEHOLDER)) && glob().match(hideSlashes(subject)),
  };
}

function hideSlashes(text: string): string {
  return text.replaceAll('/', SLASH_PLACEHOLDER);
}

/** A sentence about what is wrong; undefined if the pattern may be used. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '')
    return 'the pattern between the parentheses is empty; leave the parentheses out to match any input';
  if (pattern.length > MAX_PATTERN_CHARACTERS) return `the pattern is longer than ${MAX_PATTERN_CHARACTERS} characters`;
  if (pattern.includes(SLASH_PLACEHOLDER)) return 'the pattern holds the private character U+E000';
  return undefined;
}

/**
 * Over absolute paths: `*` stays within a segment, `**` crosses segments, `X/**` matches `X` too. `ignoreCase` as the
 * file system does.
 */
export function pathGlob(pattern: string, ignoreCase: boolean): Glob {
  const options: MinimatchOptions = { ...COMMON, nocase: ignoreCase };
  const globs = whenNeeded(() =>
    [pattern, ...(pattern.endsWith('/**') && pattern.length > 3 ? [pattern.slice(0, -3)] : [])].map(
      (each) => new Minimatch(each, options),
    ),
  );
  // The matcher knows which letters differ in case only.
  const holdsLiterals = ignoreCase ? () => true : literalsOf(pattern);
  return { matches: (path) => holdsLiterals(path) && globs().some((glob) => glob.match(path)) };
}

/** A matcher takes longest to make, and a call meets few of thousands of rules. */
function whenNeeded<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Whether a text holds the pattern's literal parts in order, as every match does. Linear time. Leaves out slashes,
 * since `**` may match none of them, and everything from the first bracket or escape on.
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

/** The part before the first wildcard, cut back to whole segments: all matches lie below this folder. */
export function staticBase(pattern: string): string {
  const wildcard = pattern.search(/[*?[\\]/);
  if (wildcard === -1) return pattern;
  const slash = pattern.lastIndexOf('/', wildcard);
  return slash <= 0 ? '/' : pattern.slice(0, slash);
}
