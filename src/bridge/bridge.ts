import { agentDialects } from '../agents/agentDialects';
import { gateHome, prepareGateHome } from './gateHome';
import { HookServer, type HookServerOptions } from './hookServer';
import { installLauncher } from './launcher/installLauncher';
import { Token } from './token';
import { newWindowAddress, removeStaleSockets } from './windowSocket';

export interface BridgeOptions extends Omit<HookServerOptions, 'token' | 'dialects'> {
  /** Absolute path of the user's home folder. */
  readonly home: string;
}

export interface Bridge {
  /** What an agent's hook entry runs. */
  readonly launcherPath: string;
  /** Refuses what is still being decided, and takes the socket away. */
  dispose(): Promise<void>;
}

/** Opens this window's door to the agents outside the editor. Throws GateHomeError where the gate's folder cannot be used. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const gate = gateHome(options.home);
  prepareGateHome(gate);
  const dialects = agentDialects(options.home, process.env);
  const server = new HookServer({ ...options, dialects, token: Token.open(gate) });
  // There is no launcher for Windows yet; the address, a named pipe there, is made all the same.
  if (process.platform !== 'win32') installLauncher(gate, dialects);
  await removeStaleSockets(gate);
  await server.listen(newWindowAddress(gate, process.platform, process.pid));
  return { launcherPath: gate.launcher, dispose: () => server.close() };
}
