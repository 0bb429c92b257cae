import { join } from 'node:path';
import type { AgentDialect } from './agentDialect';
import { claudeCodeDialect } from './claudeCode/dialect';
import { claudeCodeDirectory } from './claudeCode/installation';
import { claudeCodeTranscript } from './claudeCode/transcriptFile';
import { readFileTail } from './fileTail';

/** Every agent that can be connected. `home` and `environment` are the editor's own: an agent's could have been changed by the agent. */
export function agentDialects(home: string, environment: NodeJS.ProcessEnv): readonly AgentDialect[] {
  return [
    claudeCodeDialect(claudeCodeTranscript(join(claudeCodeDirectory(home, environment), 'projects'), readFileTail)),
  ];
}
