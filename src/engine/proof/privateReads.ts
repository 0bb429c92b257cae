import type { ToolCall } from '../../calls/toolCall';
import { namedBy, searchPatternMeets } from '../../files/namePattern';
import { everyName } from '../../files/pathResolution';
import { hasLinkedSecrets } from '../../floor/files/secretLinks';
import { PrivateFiles, type PrivacyPlace } from './privateFiles';

export interface FolderSearch {
  /** Absolute, links followed. */
  readonly folder: string;
  readonly hidden: boolean;
  readonly tracked: boolean | undefined;
  /** Patterns of hidden files that it still reads. */
  readonly includeNamed: readonly string[] | undefined;
  readonly links: boolean;
  /** Patterns; undefined: all. */
  readonly onlyNamed: readonly string[] | undefined;
  /** The reader splits names there: `a /etc/shadow` becomes two. */
  readonly cutAt?: readonly string[] | undefined;
}

/** @returns the end of a sentence; undefined: none */
export function searchObjection(
  { folder, hidden, tracked, includeNamed, links, onlyNamed, cutAt }: FolderSearch,
  { machine, files }: PrivacyPlace,
  privacy: PrivateFiles,
): string | undefined {
  if (hasLinkedSecrets(machine, files)) return 'a secret of Auto Mode has a second name (hard link)';
  const isPrivate = (path: string, found = path): boolean =>
    fitsNames(found, onlyNamed) && (isCut(found.slice(folder.length), cutAt) || privacy.objection(path) !== undefined);
  const isNamed = namedBy(includeNamed);
  const byName = (name: string): boolean => hidden || isNamed(name);
  const reads = files.searchWouldRead(folder, isPrivate, {
    hidden,
    byName,
    links,
    ...(tracked === true && { tracked }),
  });
  if (reads === 'yes')
    return 'the search reads a file that usually holds secrets, or a name in it is taken for another one';
  if (reads === 'unknown')
    return 'the folder is too large, or has links out of it, to tell whether the search reads secrets';
  return undefined;
}

export function readToolObjection({ touches }: ToolCall, place: PrivacyPlace): string | undefined {
  const reads = touches.filter(({ change }) => change === 'read' || change === 'search');
  if (reads.length === 0) return undefined;
  const privacy = new PrivateFiles(place);
  for (const { change, resolved, includeHidden, tracked, includeNamed, onlyNamed } of reads) {
    const { real } = resolved;
    if (real === undefined) return 'the path can stand for several files';
    const objection = privacy.objection(real, everyName(resolved));
    if (objection !== undefined) return objection;
    if (change !== 'search') continue;
    const search = { folder: real, hidden: includeHidden === true, tracked, includeNamed, links: false, onlyNamed };
    const inside = searchObjection(search, place, privacy);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function isCut(name: string, cutAt: readonly string[] | undefined): boolean {
  return cutAt?.some((character) => name.includes(character)) === true;
}

function fitsNames(path: string, names: readonly string[] | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return names === undefined || names.some((pattern) => searchPatternMeets(pattern, name));
}
