import type { DiskBudget } from './diskBudget';
import type { FileContent, FileFacts, FileSystem, NoContent, VersionControlState } from './fileSystem';
import { homeFolders } from './homeFolders';
import type { MachineFacts } from './machineFacts';
import { foldedSegments } from './pathText';

/** Bounds memory: beyond it the disk is asked. */
const MAX_KEPT = 10_000;
/** The same bound for texts and names, in characters. */
const MAX_KEPT_TEXT = 2_000_000;
/** Each name of a pattern may ask the disk. */
const MAX_NAMES = 10_000;

interface Read<T> {
  /** Bytes, or names. */
  readonly most: number;
  readonly answer: T;
}

/**
 * Asks about each entry, text and listing once until the first await, and again after a question. A folder beyond the bounds, or
 * with homes, counts as too large.
 * @param budget of the whole decision
 */
export function diskSnapshot(files: FileSystem, machine: MachineFacts, budget: DiskBudget): FileSystem {
  budget.startLook();
  const facts = new Map<string, FileFacts | 'absent' | 'unreadable'>();
  const realPaths = new Map<string, string | undefined>();
  const otherNames = new Map<string, readonly string[] | 'unknown'>();
  const texts = new Map<string, Read<string | undefined>>();
  const contents = new Map<string, Read<FileContent | NoContent>>();
  const listings = new Map<string, Read<readonly string[] | undefined>>();
  const gitLinks = new Map<string, readonly string[] | undefined>();
  const states = new Map<string, readonly VersionControlState[]>();
  let keptText = 0;
  let names = 0;
  let isForgetting = false;

  function forgetSoon(): void {
    if (isForgetting) return;
    isForgetting = true;
    queueMicrotask(() => {
      isForgetting = false;
      facts.clear();
      realPaths.clear();
      otherNames.clear();
      texts.clear();
      contents.clear();
      listings.clear();
      gitLinks.clear();
      states.clear();
      keptText = 0;
    });
  }

  function kept<T>(answers: Map<string, T>, path: string, ask: (path: string) => T): T {
    const known = answers.get(path);
    if (known !== undefined || answers.has(path)) return known as T;
    const answer = ask(path);
    if (answers.size >= MAX_KEPT) return answer;
    answers.set(path, answer);
    forgetSoon();
    return answer;
  }

  function keptRead<T>(
    reads: Map<string, Read<T>>,
    path: string,
    most: number,
    read: (path: string, most: number) => T,
    charactersOf: (answer: T) => number,
  ): T {
    const known = reads.get(path);
    if (known?.most === most) return known.answer;
    const answer = read(path, most);
    const characters = charactersOf(answer);
    if (known !== undefined || reads.size >= MAX_KEPT || keptText + characters > MAX_KEPT_TEXT) return answer;
    keptText += characters;
    reads.set(path, { most, answer });
    forgetSoon();
    return answer;
  }

  const inspect = (path: string): FileFacts | 'absent' | 'unreadable' => files.inspect(path);
  const realPath = (path: string): string | undefined => files.realPath(path);
  const textAt = (path: string, maxBytes: number): string | undefined => files.readText(path, maxBytes);
  const contentAt = (path: string, maxBytes: number): FileContent | NoContent =>
    budget.read('content', `content ${path}`, () => files.readContent(path, maxBytes)) ?? 'out-of-time';
  const namesOf = (path: string): readonly string[] | 'unknown' => files.otherNames(path);
  const gitLinksIn = (gitFolder: string): readonly string[] | undefined =>
    budget.read('record', `links ${gitFolder}`, () => files.gitLinks(gitFolder));
  const statesOf = (paths: readonly string[]): readonly VersionControlState[] =>
    budget.read('record', `states ${JSON.stringify(paths)}`, () => files.versionControlStates(paths)) ??
    paths.map(() => 'unknown');
  const namesIn = (path: string, max: number): readonly string[] | undefined =>
    budget.walk(`names ${path}`, () => ({ found: files.listNames(path, max), isWhole: true }));
  const snapshot: FileSystem = {
    inspect: (path) => kept(facts, path, inspect),
    realPath: (path) => kept(realPaths, path, realPath),
    otherNames: (path) => kept(otherNames, path, namesOf),
    readLink: (path) => files.readLink(path),
    listNames: (path, max) => {
      const found = names > MAX_NAMES ? undefined : keptRead(listings, path, max, namesIn, charactersOfNames);
      names += found?.length ?? 0;
      return names > MAX_NAMES ? undefined : found;
    },
    readText: (path, maxBytes) => keptRead(texts, path, maxBytes, textAt, charactersOfText),
    readContent: (path, maxBytes) => keptRead(contents, path, maxBytes, contentAt, charactersOfContent),
    isRemote: (path) => files.isRemote(path),
    heldByVersionControl: (path) =>
      budget.read('record', `held ${path}`, () => files.heldByVersionControl(path)) ?? false,
    versionControlStates: (paths) => kept(states, JSON.stringify(paths), () => statesOf(paths)),
    gitLinks: (gitFolder) => kept(gitLinks, gitFolder, gitLinksIn),
    changedByBranch: (gitFolder, branch) =>
      budget.read('record', `branch ${gitFolder} ${branch}`, () => files.changedByBranch(gitFolder, branch)),
    searchWouldRead: (root, wanted, searched) => {
      if (holdsHomes(root, machine, snapshot)) return 'unknown';
      const { maxMilliseconds, hidden, tracked, links } = searched;
      const name = `search ${root} ${JSON.stringify([maxMilliseconds, hidden, tracked, links])}`;
      const search = (
        isOver: () => boolean,
      ): { readonly found: ReturnType<FileSystem['searchWouldRead']>; readonly isWhole: boolean } => {
        const found = files.searchWouldRead(root, wanted, { ...searched, isOver });
        return { found, isWhole: found !== 'unknown' };
      };
      return budget.walk(name, search, maxMilliseconds) ?? 'unknown';
    },
  };
  return snapshot;
}

function charactersOfText(text: string | undefined): number {
  return text?.length ?? 0;
}

function charactersOfContent(content: FileContent | NoContent): number {
  return typeof content === 'string' ? 0 : charactersOfText(content.text);
}

function charactersOfNames(names: readonly string[] | undefined): number {
  return names?.reduce((sum, name) => sum + name.length, 0) ?? 0;
}

/** Such as the root: the walk ends unknown. */
function holdsHomes(folder: string, machine: MachineFacts, files: FileSystem): boolean {
  return homeFolders(machine, files).isAboveHomes(foldedSegments(folder, machine.platform));
}
