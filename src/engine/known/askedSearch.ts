/** A search asks back about each file: it is known while it asks the same, in the same order. */
import type { FileSystem } from '../../files/fileSystem';
import type { AskedSearch, SearchVisit } from '../model/knownRound';

/** Repeating more takes as long as asking the engine. */
const MOST_VISITS = 5_000;

/** What one takes beside its paths, in characters. */
const OF_A_VISIT = 20;

type Search = Parameters<FileSystem['searchWouldRead']>;
type Found = ReturnType<FileSystem['searchWouldRead']>;

export interface RecordedSearch {
  readonly found: Found;
  /** Undefined: not known, or with too many files. */
  readonly asked: AskedSearch | undefined;
  readonly characters: number;
}

/** Passes a search on, and all that it asks back. */
export function recordedSearch(files: FileSystem, ...[root, wanted, searched]: Search): RecordedSearch {
  const visits: SearchVisit[] = [];
  let characters = 0;
  const visited = (about: SearchVisit['about'], path: string, place: string, answer: boolean): boolean => {
    characters += OF_A_VISIT + path.length + (place === path ? 0 : place.length);
    if (visits.length <= MOST_VISITS) visits.push({ about, path, place, answer });
    return answer;
  };
  const { enters } = searched;
  const found = files.searchWouldRead(root, (path, place) => visited('wanted', path, place, wanted(path, place)), {
    ...searched,
    byName: (name) => visited('name', name, name, searched.byName(name)),
    ...(enters !== undefined && { enters: (folder) => visited('enters', folder, folder, enters(folder)) }),
  });
  // Whether time is over may change.
  if (found === 'unknown' || visits.length > MOST_VISITS || searched.isOver !== undefined) {
    return { found, asked: undefined, characters };
  }
  const { byName: _, enters: __, isOver: ___, ...options } = searched;
  return { found, asked: { root, options, entersSome: enters !== undefined, visits, found }, characters };
}

export function isSameSearch({ root, options, entersSome, visits, found }: AskedSearch, files: FileSystem): boolean {
  let at = 0;
  let differences = 0;
  const visited = (about: SearchVisit['about'], path: string, place: string): boolean => {
    const known = visits[at];
    at += 1;
    if (known?.about !== about || known.path !== path || known.place !== place) differences += 1;
    // A found file ends it.
    return differences > 0 ? about === 'wanted' : known?.answer === true;
  };
  const now = files.searchWouldRead(root, (path, place) => visited('wanted', path, place), {
    ...options,
    byName: (name) => visited('name', name, name),
    ...(entersSome && { enters: (folder) => visited('enters', folder, folder) }),
  });
  return differences === 0 && now === found && at === visits.length;
}
