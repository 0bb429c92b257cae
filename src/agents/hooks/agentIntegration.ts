import type { AgentDialect } from './agentDialect';
import type { AgentInstallation } from './agentInstallation';
import type { InstructionFiles } from '../files/instructionFiles';

/** `home` and `environment` are the editor's: an agent could change its own. */
export interface AgentIntegration {
  readonly id: string;
  /** Its folder's usual name in a home. */
  readonly usualFolder: string;
  directory(home: string, environment: NodeJS.ProcessEnv): string;
  dialect(directory: string, environment: NodeJS.ProcessEnv, instructionFiles: InstructionFiles): AgentDialect;
  installation(directory: string, launcherPath: string): AgentInstallation;
  /** Guarded where the folder is not the usual one. */
  readonly guardedNames: readonly string[];
  /** The payload of a harmless shell call. */
  probePayload(sessionId: string, cwd: string): unknown;
  /** Agents run each other's hooks. */
  sends(fields: PayloadFields): boolean;
  /** Others send these too, with marks of their own. */
  readonly sharesFields?: true;
  /** It runs other agents' hooks too, with their fields beside its mark. */
  readonly runsHooksOfOthers?: true;
}

export interface PayloadFields {
  readonly has: (name: string) => boolean;
  readonly isText: (name: string) => boolean;
}
