import { join } from 'node:path';
import type { AgentIntegration } from '../hooks/agentIntegration';
import { readFileTail } from '../files/fileTail';
import { CLAUDE_CODE, claudeCodeDialect } from './dialect';
import { claudeCodeDirectory, claudeCodeInstallation } from './installation';
import { claudeCodeInstructions } from './loadedInstructions';
import { claudeCodeTranscript } from './transcriptFile';

export const CLAUDE_CODE_AGENT: AgentIntegration = {
  id: CLAUDE_CODE,
  usualFolder: '.claude',
  directory: claudeCodeDirectory,
  dialect: (directory, _environment, instructionFiles) => {
    const projectsDirectory = join(directory, 'projects');
    return claudeCodeDialect(
      claudeCodeTranscript(projectsDirectory, readFileTail),
      claudeCodeInstructions({ projectsDirectory, userDirectory: directory }, instructionFiles),
    );
  },
  installation: claudeCodeInstallation,
  guardedNames: [],
  probePayload: (sessionId, cwd) => ({
    session_id: sessionId,
    transcript_path: '',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'true', description: 'Nothing' },
    tool_use_id: 'toolu_probe',
  }),
  sends: ({ isText }) => isText('hook_event_name') && isText('tool_use_id') && isText('permission_mode'),
  sharesFields: true,
};
