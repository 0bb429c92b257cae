import type { AgentDialect } from './agentDialect';
import type { AgentInstallation } from './agentInstallation';
import type { InstructionFiles } from '../files/instructionFiles';

/** `home` and `environment` are the editor's: an agent could change its own. */
export interface AgentIntegration {
  readonly id: string;
  /** Its folder's name in a home by default. */
  readonly usualFolder: string;
  /** Its folder: absolute. */
  directory(home: string, environment: NodeJS.ProcessEnv): string;
  /** @param directory see `directory` */
  dialect(directory: string, environment: NodeJS.ProcessEnv, instructionFiles: InstructionFiles): AgentDialect;
  installation(directory: string, launcherPath: string): AgentInstallation;
  /** No agent may change these if the folder is not the usual one. */
  readonly guardedNames: readonly string[];
  /** The payload of a shell call that does nothing. */
  probePayload(sessionId: string, cwd: string): unknown;
  /** Agents run each other's hooks. */
  sends(fields: PayloadFields): boolean;
}

export interface PayloadFields {
  readonly has: (name: string) => boolean;
  readonly isText: (name: string) => boolean;
}
