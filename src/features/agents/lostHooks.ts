import type { AgentInstallation, ConnectionState } from '../../agents/hooks/agentInstallation';

export interface ConnectedAgents {
  get(): readonly string[];
  set(agents: readonly string[]): void;
}

export interface LostHooksParts {
  readonly installations: readonly AgentInstallation[];
  readonly connected: ConnectedAgents;
  /** Once for each loss. */
  readonly notify: (agent: string, state: Exclude<ConnectionState, 'connected'>, reason: string | undefined) => void;
  readonly log: (line: string) => void;
}

export class LostHooks {
  readonly #notified = new Set<string>();

  constructor(private readonly parts: LostHooksParts) {}

  check(): void {
    const { installations, connected, notify, log } = this.parts;
    const before = connected.get();
    const now = new Set(before);
    for (const installation of installations) {
      const { agent } = installation;
      const { state, reason } = installation.status();
      if (state === 'connected') {
        now.add(agent);
        this.#notified.delete(agent);
      } else if (before.includes(agent) && !this.#notified.has(agent)) {
        this.#notified.add(agent);
        log(`The hooks of Auto Mode in ${installation.settingsPath} are no longer as they were: ${state}.`);
        notify(agent, state, reason);
      }
    }
    this.#keep(now);
  }

  /** Call before the next check. */
  disconnected(agent: string): void {
    this.#notified.delete(agent);
    this.#keep(new Set(this.parts.connected.get().filter((one) => one !== agent)));
  }

  #keep(agents: ReadonlySet<string>): void {
    const before = this.parts.connected.get();
    if (agents.size !== before.length || before.some((agent) => !agents.has(agent)))
      this.parts.connected.set([...agents]);
  }
}
