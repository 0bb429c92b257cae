import { join } from 'node:path';
import type { AgentDialect } from './hooks/agentDialect';
import { claudeCodeDialect } from './claudeCode/dialect';
import { claudeCodeDirectory } from './claudeCode/installation';
import { claudeCodeInstructions } from './claudeCode/loadedInstructions';
import { claudeCodeTranscript } from './claudeCode/transcriptFile';
import { codexDialect } from './codex/dialect';
import { codexDirectory } from './codex/installation';
import { codexInstructionChain } from './codex/instructionChain';
import { codexSessionFile } from './codex/sessionFile';
import { codexShells } from './codex/shellOptions';
import { copilotDialect } from './copilot/dialect';
import { copilotDirectory } from './copilot/installation';
import { copilotInstructions } from './copilot/loadedInstructions';
import { copilotTranscript } from './copilot/transcriptFile';
import { readFileTail } from './files/fileTail';
import { readFirstLine } from './files/firstLine';
import { genericDialect } from './generic/dialect';
import { InstructionFiles } from './files/instructionFiles';

/** `home` and `environment` are the editor's: an agent could change its own. */
export function agentDialects(home: string, environment: NodeJS.ProcessEnv): readonly AgentDialect[] {
  const instructionFiles = new InstructionFiles();
  const claudeCode = claudeCodeDirectory(home, environment);
  const copilot = copilotDirectory(home, environment);
  const codex = codexDirectory(home, environment);
  const projectsDirectory = join(claudeCode, 'projects');
  return [
    claudeCodeDialect(
      claudeCodeTranscript(projectsDirectory, readFileTail),
      claudeCodeInstructions({ projectsDirectory, userDirectory: claudeCode }, instructionFiles),
    ),
    copilotDialect(
      copilotTranscript(join(copilot, 'session-state'), readFileTail),
      copilotInstructions(copilot, instructionFiles),
    ),
    codexDialect(
      codexSessionFile(
        join(codex, 'sessions'),
        readFileTail,
        readFirstLine,
        codexShells(environment),
        codexInstructionChain(codex, instructionFiles),
      ),
    ),
    genericDialect,
  ];
}
