import { join } from 'node:path';
import type { AgentIntegration } from '../hooks/agentIntegration';
import { readFileTail } from '../files/fileTail';
import { readFirstLine } from '../files/firstLine';
import { codexDialect } from './dialect';
import { codexDirectory, codexInstallation } from './installation';
import { codexInstructionChain } from './instructionChain';
import { CODEX, PRE_TOOL_USE } from './payload';
import { codexSessionFile } from './sessionFile';
import { codexShells } from './shellOptions';

export const CODEX_AGENT: AgentIntegration = {
  id: CODEX,
  usualFolder: '.codex',
  directory: codexDirectory,
  dialect: (directory, environment, instructionFiles) =>
    codexDialect(
      codexSessionFile(
        join(directory, 'sessions'),
        readFileTail,
        readFirstLine,
        codexShells(environment),
        codexInstructionChain(directory, instructionFiles),
      ),
    ),
  installation: codexInstallation,
  guardedNames: ['hooks.json', 'config.toml', 'sessions', 'archived_sessions'],
  probePayload: (sessionId, cwd) => ({
    session_id: sessionId,
    turn_id: 'probe',
    transcript_path: null,
    cwd,
    hook_event_name: PRE_TOOL_USE,
    model: 'probe',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command: 'true' },
    tool_use_id: 'call_probe',
  }),
  sends: ({ isText }) => isText('hook_event_name') && isText('turn_id'),
};
