import type { AgentInstallation, ConnectionStatus, FolderProblem } from '../../agents/hooks/agentInstallation';

/** How an agent's hooks stand on the disk, at the last look. */
export interface AgentHookState {
  readonly connection: ConnectionStatus;
  readonly folderProblems: readonly FolderProblem[];
  /** A sentence on what the user has still to do in the agent before it runs the hooks. */
  readonly untrusted: string | undefined;
}

export interface AgentHooksParts {
  readonly installations: readonly AgentInstallation[];
  /** A digest of what the hooks run; undefined where that is missing or cannot be run. */
  readonly launcherMark: () => string | undefined;
  /** Absolute paths of the opened folders. */
  readonly folders: () => readonly string[];
  /** What the user has still to do in the agent before it runs the hooks, where that is known to be missing. */
  readonly untrusted?: (agent: string) => string | undefined;
}

/** The hooks of the agents that can be connected, read from the disk when it is asked to and remembered in between. */
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

  /** Those that can be connected, in the order in which users see them. */
  get agents(): readonly string[] {
    return this.parts.installations.map(({ agent }) => agent);
  }

  /** Undefined for an agent that cannot be connected. */
  of(agent: string): AgentHookState | undefined {
    return this.states.get(agent);
  }

  get launcherUsable(): boolean {
    return this.launcher !== undefined;
  }

  /** Another text once the hooks, or what they run, are others than before. The entries of a connection that is up to date are known. */
  mark(agent: string): string | undefined {
    const state = this.states.get(agent);
    if (state === undefined || this.launcher === undefined) return undefined;
    return `${state.connection.state} ${this.launcher}`;
  }
}
