/**
 * No fast path, allow rule or cache settles its change. Without a slash a pattern matches at any depth, with one from
 * the workspace folder. Another checkout's `.git/config` counts too.
 */
import { LRUCache } from 'lru-cache';
import { MAX_PATTERN_CHARACTERS, textGlob, type Glob } from './globs';
import { patternsMeet, ruleMayMeet } from './namePattern';
import { everyName, type ResolvedPath } from './pathResolution';
import { foldBroadly } from './pathText';

export interface ProtectedHit {
  /** As configured. */
  readonly pattern: string;
}

export function isProtected(
  resolved: ResolvedPath,
  workspaceFolders: readonly string[],
  patterns: readonly string[],
): ProtectedHit | undefined {
  const matcher = matcherOf(patterns);
  for (const candidate of everyName(resolved)) {
    const path = segmentsOf(candidate);
    // This needs no workspace.
    if (!matcher.mayMatch(path)) continue;
    const pattern = matcher.match(path, rootsOf(workspaceFolders));
    if (pattern !== undefined) return { pattern };
  }
  return undefined;
}

/** More take long: the line counts as a hit. */
const MAX_GLOBS = 40;

/** For paths with `*` and `?`. Broader than `isProtected`: slash patterns match anywhere. */
export function mayBeProtected(globs: readonly ResolvedPath[], patterns: readonly string[]): ProtectedHit | undefined {
  if (globs.length === 0) return undefined;
  if (globs.length > MAX_GLOBS) return { pattern: patterns[0] ?? '*' };
  const paths = globs.flatMap((glob) => everyName(glob).map(segmentsOf));
  const pattern = matcherOf(patterns).mayMeet(paths);
  return pattern === undefined ? undefined : { pattern };
}

/** In another platform's names a backslash only widens. */
function segmentsOf(path: string): readonly string[] {
  return foldBroadly(path)
    .split(/[\\/]+/)
    .filter((segment) => segment !== '');
}

const rootsOfFolders = new WeakMap<readonly string[], readonly (readonly string[])[]>();

function rootsOf(workspaceFolders: readonly string[]): readonly (readonly string[])[] {
  let roots = rootsOfFolders.get(workspaceFolders);
  if (roots === undefined) {
    roots = workspaceFolders.map(segmentsOf).filter((root) => !isDriveOrRoot(root));
    rootsOfFolders.set(workspaceFolders, roots);
  }
  return roots;
}

/** On a whole drive projects start anywhere. */
function isDriveOrRoot(segments: readonly string[]): boolean {
  return segments.length === 0 || (segments.length === 1 && /^[a-z]:$/.test(segments[0] ?? ''));
}

interface SegmentPattern {
  readonly name: string;
  readonly literal: string | undefined;
  readonly glob: Glob | undefined;
}

interface CompiledPattern {
  readonly text: string;
  readonly segments: readonly SegmentPattern[];
  readonly anchored: boolean;
}

const KEPT_MATCHERS = 16;
const matchers = new LRUCache<string, ProtectedMatcher>({ max: KEPT_MATCHERS });
/** Calls ask about many paths with one list. */
const matcherOfList = new WeakMap<readonly string[], ProtectedMatcher>();

function matcherOf(patterns: readonly string[]): ProtectedMatcher {
  const known = matcherOfList.get(patterns);
  if (known !== undefined) return known;
  const key = patterns.join('\n');
  let matcher = matchers.get(key);
  if (matcher === undefined) {
    matcher = new ProtectedMatcher(patterns);
    matchers.set(key, matcher);
  }
  matcherOfList.set(patterns, matcher);
  return matcher;
}

/** Enough to exclude almost every name. */
const START_LETTERS = 3;

class ProtectedMatcher {
  readonly #texts: readonly string[];
  readonly #byName = new Map<string, CompiledPattern[]>();
  /** By first letters: `jest.config.*`. */
  readonly #byStart = new Map<string, CompiledPattern[]>();
  /** By ending: `*.code-workspace`. */
  readonly #byEnding = new Map<string, CompiledPattern[]>();
  readonly #others: CompiledPattern[] = [];
  #places: readonly LikelyPlace[] | undefined;

  constructor(patterns: readonly string[]) {
    this.#texts = patterns;
    for (const pattern of patterns) {
      const compiled = compile(pattern);
      if (compiled !== undefined) this.#add(compiled);
    }
  }

  #add(compiled: CompiledPattern): void {
    const name = compiled.segments[0]?.name ?? '';
    const start = /^[^*?[]*/.exec(name)?.[0] ?? '';
    const ending = /\.([^*?[\].]+)$/.exec(name)?.[1];
    if (start === name) addTo(this.#byName, name, compiled);
    else if (start.length >= START_LETTERS) addTo(this.#byStart, start.slice(0, START_LETTERS), compiled);
    else if (ending !== undefined) addTo(this.#byEnding, ending, compiled);
    else this.#others.push(compiled);
  }

  mayMatch(path: readonly string[]): boolean {
    return (
      this.#others.length > 0 ||
      path.some(
        (segment) =>
          this.#byName.has(segment) || this.#byStart.has(startOf(segment)) || this.#byEnding.has(endingOf(segment)),
      )
    );
  }

  match(path: readonly string[], roots: readonly (readonly string[])[]): string | undefined {
    const starts = roots.filter((root) => root.every((segment, index) => path[index] === segment));
    if (starts.length === 0) return this.#matchFrom(path, 0, true);
    for (const root of starts) {
      const pattern = this.#matchFrom(path, projectStart(path, root.length), false);
      if (pattern !== undefined) return pattern;
    }
    return undefined;
  }

  #matchFrom(path: readonly string[], start: number, everywhere: boolean): string | undefined {
    for (let at = start; at < path.length; at += 1) {
      const applies = (pattern: CompiledPattern): boolean =>
        (everywhere || at === start || !pattern.anchored) && matchesAt(pattern, path, at);
      const segment = path[at] ?? '';
      const found =
        this.#byName.get(segment)?.find(applies) ??
        this.#byStart.get(startOf(segment))?.find(applies) ??
        this.#byEnding.get(endingOf(segment))?.find(applies) ??
        this.#others.find(applies);
      if (found !== undefined) return found.text;
    }
    return undefined;
  }

  mayMeet(paths: readonly (readonly string[])[]): string | undefined {
    this.#places ??= this.#texts.map(likelyPlace);
    const given = paths.map((segments) => ({ segments, text: `/${segments.join('/')}` }));
    return this.#places.find(({ firstName, place }) =>
      given.some(
        ({ segments, text }) =>
          (firstName === undefined || segments.some((segment) => patternsMeet(segment, firstName))) &&
          (ruleMayMeet(`/**/${place}`, text) || ruleMayMeet(`/**/${place}/**`, text)),
      ),
    )?.pattern;
  }
}

function addTo(index: Map<string, CompiledPattern[]>, key: string, pattern: CompiledPattern): void {
  const same = index.get(key);
  if (same === undefined) index.set(key, [pattern]);
  else same.push(pattern);
}

function startOf(segment: string): string {
  return segment.slice(0, START_LETTERS);
}

function endingOf(segment: string): string {
  return segment.slice(segment.lastIndexOf('.') + 1);
}

/** Agents' checkouts (`.claude/worktrees/name`) are projects. */
function projectStart(path: readonly string[], root: number): number {
  let start = root;
  while (path[start] === '.claude' && path[start + 1] === 'worktrees' && path.length > start + 3) start += 3;
  return start;
}

interface LikelyPlace {
  readonly pattern: string;
  readonly place: string;
  readonly firstName: string | undefined;
}

function likelyPlace(pattern: string): LikelyPlace {
  const names = segmentsOf(pattern.trim().replace(/^(?:~|\.|\*\*)[\\/]/, ''));
  const [first = ''] = names;
  return { pattern, place: names.join('/'), firstName: /[*?[]/.test(first) ? undefined : first };
}

/** At, below, or above its place. */
function matchesAt(pattern: CompiledPattern, path: readonly string[], at: number): boolean {
  return pattern.segments.every(({ literal, glob }, index) => {
    const segment = path[at + index];
    // A folder's change is its contents'.
    if (segment === undefined) return true;
    return literal === undefined ? glob?.matches(segment) === true : literal === segment;
  });
}

/** Undefined: no path matches. */
function compile(text: string): CompiledPattern | undefined {
  if (text.length > MAX_PATTERN_CHARACTERS) return undefined;
  const slashed = foldBroadly(text.trim()).replaceAll('\\', '/');
  const bare = slashed.replace(/(?:\/\*\*)?\/*$/, '').replace(/^(?:~|\.)\//, '');
  const anyDepth = /^(?:\*\*\/)+/.exec(bare)?.[0] ?? '';
  const path = bare.slice(anyDepth.length);
  const names = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (names.length === 0) return undefined;
  const segments = names.map((name) =>
    /[*?[]/.test(name) ? { name, literal: undefined, glob: textGlob(name) } : { name, literal: name, glob: undefined },
  );
  return { text, segments, anchored: anyDepth === '' && path.includes('/') };
}
