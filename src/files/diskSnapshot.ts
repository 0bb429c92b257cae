import type { Clock } from '../common/clock';
import type { FileFacts, FileSystem } from './fileSystem';

/** Bounds memory; beyond it the disk is asked. */
const MAX_KEPT = 10_000;
/** For patterns; each may cost a look at the disk. */
const MAX_NAMES = 10_000;
/** All searches together. */
const MAX_SEARCH_MS = 2_000;

/**
 * Asks once about each entry until the first await. After a question the disk is asked again. Never keeps contents.
 *
 * Beyond the bounds above a folder counts as too large.
 */
export function diskSnapshot(files: FileSystem, clock: Clock): FileSystem {
  const facts = new Map<string, FileFacts | 'absent' | 'unreadable'>();
  const realPaths = new Map<string, string | undefined>();
  let names = 0;
  let searchedMs = 0;
  let isForgetting = false;

  function kept<T>(answers: Map<string, T>, path: string, ask: (path: string) => T): T {
    const known = answers.get(path);
    if (known !== undefined || answers.has(path)) return known as T;
    const answer = ask(path);
    if (answers.size >= MAX_KEPT) return answer;
    answers.set(path, answer);
    if (!isForgetting) {
      isForgetting = true;
      queueMicrotask(() => {
        isForgetting = false;
        facts.clear();
        realPaths.clear();
      });
    }
    return answer;
  }

  const inspect = (path: string): FileFacts | 'absent' | 'unreadable' => files.inspect(path);
  const realPath = (path: string): string | undefined => files.realPath(path);
  return {
    inspect: (path) => kept(facts, path, inspect),
    realPath: (path) => kept(realPaths, path, realPath),
    otherNames: (path) => files.otherNames(path),
    readLink: (path) => files.readLink(path),
    listNames: (path, max) => {
      const found = names > MAX_NAMES ? undefined : files.listNames(path, max);
      names += found?.length ?? 0;
      return names > MAX_NAMES ? undefined : found;
    },
    readText: (path, maxBytes) => files.readText(path, maxBytes),
    isRemote: (path) => files.isRemote(path),
    heldByVersionControl: (path) => files.heldByVersionControl(path),
    versionControlStates: (paths) => files.versionControlStates(paths),
    gitLinks: (gitFolder) => files.gitLinks(gitFolder),
    searchWouldRead: (root, wanted, searched) => {
      if (searchedMs > MAX_SEARCH_MS) return 'unknown';
      const started = clock.monotonic();
      const answer = files.searchWouldRead(root, wanted, searched);
      searchedMs += clock.monotonic() - started;
      return answer;
    },
  };
}
