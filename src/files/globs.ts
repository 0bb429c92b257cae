/**
 * Glob matching for permission rules, on minimatch 11, whose matcher is not recursive and therefore has no exponential case.
 * Braces, extended globs, comments and negation are off: what a user writes in a rule stands for itself, but for `*`, `?`, `[...]`
 * and the escape `\`.
 */
import { Minimatch, type MinimatchOptions } from 'minimatch';
import { starPattern } from '../common/starPattern';

/** Longest pattern that a rule may hold. */
export const MAX_PATTERN_CHARACTERS = 1024;

/** Stands in for `/` in command patterns, so that `*` crosses it: `git push --force*` is to match `git push --force origin/main`. */
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

/** A glob over running text (a command line, a URL): `*` matches any characters, `/` and line breaks included. */
export function textGlob(pattern: string): Glob {
  // Almost every pattern; minimatch takes seconds for a long subject and many rules.
  if (!/[?[\\]/.test(pattern)) return { matches: starPattern(pattern) };
  const glob = whenNeeded(() => new Minimatch(hideSlashes(pattern), { ...COMMON, noglobstar: true }));
  const holdsLiterals = literalsOf(pattern);
  // The stand-in inside a subject would pass for a slash: such a text is matched as if it held one, which only widens a match.
  return {
    matches: (subject) =>
      (holdsLiterals(subject) || subject.includes(SLASH_PLACEHOLDER)) && glob().match(hideSlashes(subject)),
  };
}

function hideSlashes(text: string): string {
  return text.replaceAll('/', SLASH_PLACEHOLDER);
}

/** Whether a pattern may be used at all; a sentence about what is wrong with it otherwise. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '')
    return 'the pattern between the parentheses is empty; leave the parentheses out to match any input';
  if (pattern.length > MAX_PATTERN_CHARACTERS) return `the pattern is longer than ${MAX_PATTERN_CHARACTERS} characters`;
  if (pattern.includes(SLASH_PLACEHOLDER)) return 'the pattern holds the private character U+E000';
  return undefined;
}

/**
 * A glob over absolute paths with `/` as separator: `*` stays within a segment, `**` crosses segments, and `X/**` matches `X` too.
 * `ignoreCase` where the file system does.
 */
export function pathGlob(pattern: string, ignoreCase: boolean): Glob {
  const options: MinimatchOptions = { ...COMMON, nocase: ignoreCase };
  const globs = whenNeeded(() =>
    [pattern, ...(pattern.endsWith('/**') && pattern.length > 3 ? [pattern.slice(0, -3)] : [])].map(
      (each) => new Minimatch(each, options),
    ),
  );
  // Which letters are the same in another case is for the matcher to say.
  const holdsLiterals = ignoreCase ? () => true : literalsOf(pattern);
  return { matches: (path) => holdsLiterals(path) && globs().some((glob) => glob.match(path)) };
}

/** There may be thousands of rules, of which a call meets few: most are settled without a matcher, which takes longest to make. */
function whenNeeded<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Whether a text holds what stands for itself in the pattern, in this order, which everything that the pattern matches does. Takes
 * linear time. Slashes are left out, since `**` stands for none of them too, and all from the first bracket or escape on.
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

/** The part of a path pattern before its first wildcard, cut back to whole segments: the folder below which all matches lie. */
export function staticBase(pattern: string): string {
  const wildcard = pattern.search(/[*?[\\]/);
  if (wildcard === -1) return pattern;
  const slash = pattern.lastIndexOf('/', wildcard);
  return slash <= 0 ? '/' : pattern.slice(0, slash);
}
