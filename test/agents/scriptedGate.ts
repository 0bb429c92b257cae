import type { AgentNotice } from '../../src/agents/hooks/agentNotice';
import { startBridge, type Bridge, type BridgeOptions } from '../../src/bridge/bridge';
import type { Decision } from '../../src/engine/model/decision';
import type { CheckRequest } from '../../src/calls/request';
import { AgentHome } from './sessions/agentHome';

export type ScriptedDecision = (request: CheckRequest, signal: AbortSignal) => Promise<Decision>;

export interface ScriptedGateOptions extends Partial<BridgeOptions> {
  /** What the agent's model is told in answer to a notice. */
  readonly guidance?: (notice: AgentNotice) => string | undefined;
}

/** The bridge of this source tree with decisions as a test wants them; keeps what it was asked and told. */
export class ScriptedGate {
  requests: CheckRequest[] = [];
  notices: AgentNotice[] = [];
  /** Each as its kind and its tool. */
  alarms: string[] = [];
  #place: AgentHome | undefined;
  #bridge: Bridge | undefined;
  #stopModel: (() => Promise<void>) | undefined;

  /** The running test's home and workspace. */
  get place(): AgentHome {
    return (this.#place ??= new AgentHome());
  }

  /** The agent's model server, which is stopped with the test, or by the next one. */
  async serve<Server extends { stop(): Promise<void> }>(start: () => Promise<Server>): Promise<Server> {
    await this.#stopModel?.();
    const server = await start();
    this.#stopModel = () => server.stop();
    return server;
  }

  /** Opens the door of a window that has the workspace open, unless the options name other folders; resolves to the launcher's path. */
  async open(decide: ScriptedDecision, { guidance, ...options }: ScriptedGateOptions = {}): Promise<string> {
    this.#bridge ??= await startBridge({
      home: this.place.home,
      folders: () => [this.place.workspace],
      decide: (request, signal) => {
        this.requests.push(request);
        return decide(request, signal);
      },
      noticed: (_agent, notice) => {
        this.notices.push(notice);
        return { guidance: guidance?.(notice) };
      },
      alarm: ({ kind, tool }) => {
        this.alarms.push(`${kind} ${tool}`);
      },
      log: () => undefined,
      ...options,
    });
    return this.#bridge.launcherPath;
  }

  /** As when the window is closed: the launcher stays. */
  async close(): Promise<void> {
    await this.#bridge?.dispose();
  }

  forget(): void {
    this.requests = [];
    this.notices = [];
    this.alarms = [];
  }

  async end(): Promise<void> {
    await this.close();
    this.#bridge = undefined;
    await this.#stopModel?.();
    this.#stopModel = undefined;
    this.#place?.dispose();
    this.#place = undefined;
    this.forget();
  }
}

/** The gate of a suite, anew for each test. */
export function useScriptedGate(): ScriptedGate {
  const gate = new ScriptedGate();
  afterEach(() => gate.end());
  return gate;
}

/** One gate for a suite whose tests look at the same session. */
export function useSessionGate(): ScriptedGate {
  const gate = new ScriptedGate();
  after(() => gate.end());
  return gate;
}
