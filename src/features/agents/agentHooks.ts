import type { AgentInstallation, ConnectionStatus, FolderProblem } from '../../agents/hooks/agentInstallation';

export interface AgentHookState {
  readonly connection: ConnectionStatus;
  readonly folderProblems: readonly FolderProblem[];
  /** What the user must still do before the hooks run. */
  readonly untrusted: string | undefined;
}

export interface AgentHooksParts {
  readonly installations: readonly AgentInstallation[];
  /** Of the hooks' program; undefined: missing or not executable. */
  readonly launcherMark: () => string | undefined;
  /** Absolute paths. */
  readonly folders: () => readonly string[];
  readonly untrusted?: (agent: string) => string | undefined;
}

/** Cached; read on request. */
export class AgentHooks {
  private states = new Map<string, AgentHookState>();
  private launcher: string | undefined;

  constructor(private readonly parts: AgentHooksParts) {}

  look(): void {
    const { installations, launcherMark, folders, untrusted } = this.parts;
    this.launcher = launcherMark();
    const opened = folders();
    this.states = new Map(
      installations.map((one) => [
        one.agent,
        {
          connection: one.status(),
          folderProblems: one.folderProblems(opened),
          untrusted: untrusted?.(one.agent),
        },
      ]),
    );
  }

  get agents(): readonly string[] {
    return this.parts.installations.map(({ agent }) => agent);
  }

  of(agent: string): AgentHookState | undefined {
    return this.states.get(agent);
  }

  get launcherUsable(): boolean {
    return this.launcher !== undefined;
  }

  mark(agent: string): string | undefined {
    const state = this.states.get(agent);
    if (state === undefined || this.launcher === undefined) return undefined;
    return `${state.connection.state} ${this.launcher}`;
  }
}
