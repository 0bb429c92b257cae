import type { AgentDialect } from './agentDialect';
import type { AgentInstallation } from './agentInstallation';
import type { InstructionFiles } from '../files/instructionFiles';

/** What an agent's folder gives the product. `home` and `environment` are the editor's: an agent could change its own. */
export interface AgentIntegration {
  readonly id: string;
  /** Name of its folder in a home where nothing says otherwise. */
  readonly usualFolder: string;
  /** Its folder: absolute. */
  directory(home: string, environment: NodeJS.ProcessEnv): string;
  /** @param directory see `directory` */
  dialect(directory: string, environment: NodeJS.ProcessEnv, instructionFiles: InstructionFiles): AgentDialect;
  installation(directory: string, launcherPath: string): AgentInstallation;
  /** Names in its folder that no agent may change, if the folder is not the usual one. */
  readonly guardedNames: readonly string[];
  /** The payload of a shell call that does nothing. */
  probePayload(sessionId: string, cwd: string): unknown;
  /** Whether only this agent sends such a payload. Agents run each other's hooks. */
  sends(fields: PayloadFields): boolean;
}

/** Top-level fields of a payload. */
export interface PayloadFields {
  readonly has: (name: string) => boolean;
  readonly isText: (name: string) => boolean;
}
