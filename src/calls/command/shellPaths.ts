import { Minimatch } from 'minimatch';
import { goesUpBehindName } from '../../common/upwardPath';
import { foldersOf, writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import type { PathUse } from '../../shell/model/commandTable';
import { resolvePath, type ResolvedPath } from '../../files/pathResolution';
import { isAbsolute, joinPath } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';

/** Each match asks the disk. */
const MAX_NAMES = 5_000;
const MAX_FOLDERS = 200;

/**
 * Patterns expand on disk.
 * @returns undefined: run-time values, an uncertain folder, or too many matches
 */
export function usedPaths(
  use: PathUse,
  command: SimpleCommand,
  machine: MachineFacts,
  files: FileSystem,
): readonly ResolvedPath[] | undefined {
  const found: ResolvedPath[] = [];
  for (const folder of baseFolders(use, command, machine)) {
    const paths = pathsFrom(folder, use, machine, files);
    if (paths === undefined) return undefined;
    found.push(...paths);
  }
  return found;
}

function pathsFrom(
  folder: string | undefined,
  { word, from = 0 }: PathUse,
  machine: MachineFacts,
  files: FileSystem,
): readonly ResolvedPath[] | undefined {
  if (word.text !== undefined) {
    const path = word.text.slice(from);
    if (folder === undefined && !isAbsolute(path, machine.platform)) return undefined;
    return [resolvePath(path, folder, machine, files)];
  }
  if (from > 0 || word.pieces.some(({ kind }) => kind === 'value')) return undefined;
  // The gate's processes and folders there are not the agent's.
  const written = writtenText(word);
  if (/(?:^|\/)proc(?:\/|$)/.test(written) || goesUpBehindName(written)) return undefined;
  const names = expand(word, folder, files);
  // A program takes it for an option.
  if (word.pieces[0]?.kind === 'glob' && names?.some((name) => /\/-[^/]*$/.test(name))) return undefined;
  const splits = word.pieces.map((piece) => (piece.kind === 'glob' ? piece.splits : undefined)).find(Boolean);
  const isSplit = (name: string): boolean => SPLIT.test(name.slice(folder?.length));
  if (splits !== undefined && (splits !== written || names?.some(isSplit) === true)) return undefined;
  // A file may match by then.
  return names?.length === 0 ? undefined : names?.map((name) => resolvePath(name, folder, machine, files));
}

/** Unquoted, it is several words or a pattern. */
const SPLIT = /[\s*?[\]\\]/;

function baseFolders(
  { below }: PathUse,
  command: SimpleCommand,
  { platform }: MachineFacts,
): readonly (string | undefined)[] {
  const known = foldersOf(command);
  const folders = known.length === 0 ? [undefined] : known;
  if (below === undefined) return folders;
  const { text } = below;
  if (text === undefined) return [undefined];
  if (isAbsolute(text, platform)) return [text];
  return folders.map((folder) => (folder === undefined ? undefined : joinPath(folder, text, platform)));
}

/**
 * Only `*` and `?` are special.
 * @returns undefined: too many
 */
export function matchingPaths(pattern: string, files: FileSystem): readonly string[] | undefined {
  const segments = pattern.split('/').map((segment) => ({
    pattern: segment.replace(/[\\[\]]/g, '\\$&'),
    ...(!/[*?]/.test(segment) && { literal: segment }),
  }));
  return expandSegments(segments, '/', files);
}

/** bash's defaults: `*` and `**` stay in a segment and match no hidden names. */
function expand(word: Word, folder: string | undefined, files: FileSystem): readonly string[] | undefined {
  const segments = patternSegments(word);
  const isFromRoot = segments[0]?.pattern === '' && segments.length > 1;
  const start = isFromRoot ? '/' : folder;
  return start === undefined ? undefined : expandSegments(segments, start, files);
}

interface PatternSegment {
  readonly pattern: string;
  readonly literal?: string;
  /** Behind a bracket any name fits: languages and shells differ on brackets. */
  readonly beforeBracket?: string;
}

function expandSegments(
  segments: readonly PatternSegment[],
  start: string,
  files: FileSystem,
): readonly string[] | undefined {
  let folders = 0;
  let found: readonly string[] = [start];
  for (const segment of segments) {
    const { pattern, literal } = segment;
    if (pattern === '' || literal === '.') continue;
    if (literal !== undefined) {
      found = found.map((path) => joinPath(path, literal, 'linux'));
      continue;
    }
    const matches = nameMatcher(segment);
    const next: string[] = [];
    for (const path of found) {
      folders += 1;
      if (folders > MAX_FOLDERS || files.isRemote(path)) return undefined;
      const names = files.listNames(path, MAX_NAMES);
      if (names === undefined) return undefined;
      next.push(...names.filter(matches).map((name) => joinPath(path, name, 'linux')));
      if (next.length > MAX_NAMES) return undefined;
    }
    found = next;
  }
  return found;
}

/** In bash's way. */
function nameMatcher({ pattern, beforeBracket }: PatternSegment): (name: string) => boolean {
  if (beforeBracket !== undefined) return (name) => name.startsWith(beforeBracket);
  const glob = new Minimatch(pattern, GLOB_OPTIONS);
  return (name) => glob.match(name);
}

const GLOB_OPTIONS = {
  dot: false,
  nobrace: true,
  noext: true,
  nonegate: true,
  nocomment: true,
  noglobstar: true,
} as const;

interface SegmentPart {
  readonly text: string;
  readonly isGlob: boolean;
}

function patternSegments(word: Word): readonly PatternSegment[] {
  let segment: SegmentPart[] = [];
  const segments = [segment];
  for (const { kind, text } of word.pieces) {
    // bash also splits at a slash in brackets.
    for (const [index, part] of text.split('/').entries()) {
      if (index > 0) segments.push((segment = []));
      if (part !== '') segment.push({ text: part, isGlob: kind === 'glob' });
    }
  }
  return segments.map(patternSegment);
}

function patternSegment(parts: readonly SegmentPart[]): PatternSegment {
  const firstGlob = parts.findIndex(({ isGlob }) => isGlob);
  const plain = (firstGlob === -1 ? parts : parts.slice(0, firstGlob)).map(({ text }) => text).join('');
  const hasBracket = parts.some(({ text, isGlob }) => isGlob && text !== '*' && text !== '?');
  return {
    pattern: parts.map(({ text, isGlob }) => (isGlob ? text : text.replace(/[\\*?[\]]/g, '\\$&'))).join(''),
    ...(firstGlob === -1 && { literal: plain }),
    ...(hasBracket && { beforeBracket: plain }),
  };
}
