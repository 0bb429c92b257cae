/** The files that a word of a shell command stands for when a program opens it. */
import { Minimatch } from 'minimatch';
import type { SimpleCommand, Word } from '../../shell/analysis';
import type { PathUse } from '../../shell/commandTable';
import { resolvePath, type ResolvedPath } from '../files/pathResolution';
import { isAbsolute, joinPath } from '../files/pathText';
import type { FileSystem, MachineFacts } from '../ports';

/** More names than a pattern of a person matches; each costs a look at the disk. */
const MAX_NAMES = 5_000;
const MAX_FOLDERS = 200;

/**
 * The paths that a use of a path stands for now, patterns matched against the disk as the shell does.
 * @returns undefined where that cannot be told: a value that is only known when the command runs, a folder that is not certain, a
 * pattern over too many files.
 */
export function usedPaths(
  use: PathUse,
  command: SimpleCommand,
  machine: MachineFacts,
  files: FileSystem,
): readonly ResolvedPath[] | undefined {
  const folder = baseFolder(use, command, machine);
  const { word, from = 0 } = use;
  if (word.text !== undefined) {
    const path = word.text.slice(from);
    if (folder === undefined && !isAbsolute(path, machine.platform)) return undefined;
    return [resolvePath(path, folder, machine, files)];
  }
  if (from > 0 || word.pieces.some(({ kind }) => kind === 'value')) return undefined;
  const names = expand(word, folder, files);
  // A pattern that matches nothing stays as it is.
  return names?.map((name) => resolvePath(name, folder, machine, files));
}

function baseFolder({ below }: PathUse, { cwd }: SimpleCommand, { platform }: MachineFacts): string | undefined {
  if (below === undefined) return cwd;
  if (below.text === undefined) return undefined;
  if (isAbsolute(below.text, platform)) return below.text;
  return cwd === undefined ? undefined : joinPath(cwd, below.text, platform);
}

/** The names that a pattern matches, as bash finds them with its usual options: `*` and `**` stay within one segment, no hidden names. */
function expand(word: Word, folder: string | undefined, files: FileSystem): readonly string[] | undefined {
  const segments = patternSegments(word);
  const isFromRoot = segments[0]?.pattern === '' && segments.length > 1;
  const start = isFromRoot ? '/' : folder;
  if (start === undefined) return undefined;
  let folders = 0;
  let found: readonly string[] = [isFromRoot ? '/' : start];
  for (const { pattern, literal } of segments) {
    if (pattern === '') continue;
    if (literal !== undefined) {
      found = found.map((path) => joinPath(path, literal, 'linux'));
      continue;
    }
    const glob = new Minimatch(pattern, {
      dot: false,
      nobrace: true,
      noext: true,
      nonegate: true,
      nocomment: true,
      noglobstar: true,
    });
    const next: string[] = [];
    for (const path of found) {
      folders += 1;
      if (folders > MAX_FOLDERS || files.isRemote(path)) return undefined;
      const names = files.listNames(path, MAX_NAMES);
      if (names === undefined) return undefined;
      next.push(...names.filter((name) => glob.match(name)).map((name) => joinPath(path, name, 'linux')));
      if (next.length > MAX_NAMES) return undefined;
    }
    found = next;
  }
  return found;
}

/** The word cut at its slashes: each segment as a pattern, and as plain text where it is that. */
function patternSegments(word: Word): readonly { readonly pattern: string; readonly literal: string | undefined }[] {
  let pattern = '';
  for (const piece of word.pieces) {
    pattern += piece.kind === 'glob' ? piece.text : piece.text.replace(/[\\*?[\]]/g, '\\$&');
  }
  // A slash inside brackets ends the segment for bash as well.
  return pattern.split('/').map((segment) => ({
    pattern: segment,
    literal: /(?<!\\)[*?[]/.test(segment) ? undefined : segment.replace(/\\(.)/g, '$1'),
  }));
}
