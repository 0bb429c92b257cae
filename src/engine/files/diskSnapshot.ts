import type { FileFacts, FileSystem } from '../ports';

/** More than any ordinary call asks for. Beyond them the disk is asked each time, so that the memory is bounded. */
const MAX_KEPT = 10_000;

/**
 * The same file system, which is asked only once about one entry while nothing else can run in this process: the checks of one call look
 * at the same folders many times. Answers are forgotten at the first await, so what is looked at after a question to the user or a model
 * is looked at anew. Contents of files are never kept.
 */
export function diskSnapshot(files: FileSystem): FileSystem {
  const facts = new Map<string, FileFacts | 'absent' | 'unreadable'>();
  const realPaths = new Map<string, string | undefined>();
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
    readLink: (path) => files.readLink(path),
    listNames: (path, max) => files.listNames(path, max),
    readText: (path, maxBytes) => files.readText(path, maxBytes),
    isRemote: (path) => files.isRemote(path),
    heldByVersionControl: (path) => files.heldByVersionControl(path),
    gitLinks: (gitFolder) => files.gitLinks(gitFolder),
    searchWouldRead: (root, wanted, searched) => files.searchWouldRead(root, wanted, searched),
  };
}
