import type { AgentInstallation, FolderProblem } from '../../agents/hooks/agentInstallation';

export interface FolderHookWatchParts {
  readonly installations: readonly AgentInstallation[];
  /** Absolute paths. */
  readonly folders: () => readonly string[];
  /** Gets new problems only. */
  readonly alarm: (problems: readonly FolderProblem[]) => void;
  readonly log: (line: string) => void;
}

/** Checked before the first call and at each change. */
export class FolderHookWatch {
  #problems: readonly FolderProblem[] = [];

  constructor(private readonly parts: FolderHookWatchParts) {}

  check(): void {
    const { installations, folders, alarm, log } = this.parts;
    const before = new Set(this.#problems.map(keyOf));
    const opened = folders();
    this.#problems = installations
      .filter((installation) => installation.status().state !== 'not-connected')
      .flatMap((installation) => installation.folderProblems(opened));
    const fresh = this.#problems.filter((problem) => !before.has(keyOf(problem)));
    for (const { agent, kind, path } of fresh) log(`A folder's file acts on the hooks of ${agent} (${kind}): ${path}`);
    if (fresh.length > 0) alarm(fresh);
  }
}

function keyOf({ agent, folder, path, kind, sentence }: FolderProblem): string {
  return JSON.stringify([agent, folder, path, kind, sentence]);
}
