import { DATA_FILE_ENDS, SECRET_DATA_NAMES, SECRET_FILE_NAMES, SECRET_FOLDERS } from '../../facts/secrets';
import { searchPatternMeets } from '../../files/namePattern';
import { foldedSegments } from '../../files/pathText';

const FOLDERS = SECRET_FOLDERS.map((folder) => ({
  segments: folder.split('/').filter((segment) => segment !== ''),
  fromRoot: folder.startsWith('/'),
}));

/** A process's memory and environment, or the kernel's; reading may block. */
const OF_A_PROCESS =
  /^(?:.*\/)?proc\/(?:(?:\d+|self|thread-self)(?:\/task\/\d+)?(?:\/(?:environ|mem|auxv))?|[^/]+\/environ|kcore|kmsg)$/;

/** They look secret, but are made to be shown. */
const HARMLESS =
  /^(?:\.env[\w.-]*[._-](?:example|sample|template|dist|defaults|schema)|(?:example|sample|template)\.env|.*\.pub|known_hosts|authorized_keys)$/;

const SECRET_NAMES = [
  ...SECRET_FILE_NAMES,
  ...SECRET_DATA_NAMES.flatMap((name) => DATA_FILE_ENDS.map((end) => name + end)),
];
const names = nameMatcher(SECRET_NAMES);

export function mayNameSecrets(pattern: string): boolean {
  return SECRET_NAMES.some((name) => searchPatternMeets(pattern, name));
}

const FOLDERS_BY_START = new Map<string, (typeof FOLDERS)[number][]>();
for (const folder of FOLDERS) {
  const [start = ''] = folder.segments;
  FOLDERS_BY_START.set(start, [...(FOLDERS_BY_START.get(start) ?? []), folder]);
}

const FOLDER_ENDS: ReadonlySet<string | undefined> = new Set(FOLDERS.map(({ segments }) => segments.at(-1)));

/**
 * Ignores case.
 * @param path absolute
 */
export function holdsSecrets(path: string, platform: NodeJS.Platform): boolean {
  const end = path.lastIndexOf('/') + 1;
  if (platform === 'win32' || end === 0 || end === path.length || !ASCII.test(path)) {
    return segmentsHoldSecrets(foldedSegments(path, platform));
  }
  const folder = folderOf(path.slice(0, end));
  const name = path.slice(end).toLowerCase();
  // `segmentsHoldSecrets` asks the same.
  if (folder.isOfProcess && OF_A_PROCESS.test([...folder.segments, name].join('/'))) return true;
  if (HARMLESS.test(name)) return false;
  return names(name) || folder.holdsSecrets || (FOLDER_ENDS.has(name) && isSecretFolder([...folder.segments, name]));
}

const ASCII = /^[\x00-\x7f]*$/;

interface SearchedFolder {
  readonly path: string;
  readonly segments: readonly string[];
  readonly isOfProcess: boolean;
  readonly holdsSecrets: boolean;
}

/** A search asks about the files of a folder in turn. */
let latest: SearchedFolder | undefined;

function folderOf(path: string): SearchedFolder {
  if (latest?.path === path) return latest;
  const segments = foldedSegments(path, 'linux');
  latest = { path, segments, isOfProcess: segments.includes('proc'), holdsSecrets: isSecretFolder(segments) };
  return latest;
}

function segmentsHoldSecrets(folded: readonly string[]): boolean {
  const segments = folded.map((segment) => segment.toLowerCase());
  const name = segments.at(-1) ?? '';
  if (OF_A_PROCESS.test(segments.join('/'))) return true;
  if (HARMLESS.test(name)) return false;
  return names(name) || isSecretFolder(segments);
}

function isSecretFolder(segments: readonly string[]): boolean {
  return segments.some((segment, at) =>
    FOLDERS_BY_START.get(segment)?.some(
      ({ segments: folder, fromRoot }) => (at === 0 || !fromRoot) && startsAt(segments, folder, at),
    ),
  );
}

function startsAt(path: readonly string[], folder: readonly string[], at: number): boolean {
  return folder.every((segment, index) => path[at + index] === segment);
}

function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const ends = patterns
    .filter((pattern) => pattern.includes('*'))
    .map((pattern) => {
      const star = pattern.indexOf('*');
      return { start: pattern.slice(0, star), end: pattern.slice(star + 1).replace('*', '') };
    });
  return (name) =>
    exact.has(name) ||
    ends.some(
      ({ start, end }) => name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end),
    );
}
