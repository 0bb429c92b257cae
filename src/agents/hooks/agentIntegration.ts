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
  /** Others send these fields too, beside a mark of their own. */
  readonly sharesFields?: true;
  /** It runs the hooks of other agents beside its own, with their fields beside its own mark. */
  readonly runsHooksOfOthers?: true;
}

export interface PayloadFields {
  readonly has: (name: string) => boolean;
  readonly isText: (name: string) => boolean;
}
