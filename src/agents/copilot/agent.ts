import { join } from 'node:path';
import type { AgentIntegration } from '../hooks/agentIntegration';
import { readFileTail } from '../files/fileTail';
import { copilotDialect } from './dialect';
import { copilotDirectory, copilotInstallation } from './installation';
import { copilotInstructions } from './loadedInstructions';
import { COPILOT } from './payload';
import { copilotTranscript } from './transcriptFile';

export const COPILOT_AGENT: AgentIntegration = {
  id: COPILOT,
  usualFolder: '.copilot',
  directory: copilotDirectory,
  dialect: (directory, _environment, instructionFiles) =>
    copilotDialect(
      copilotTranscript(join(directory, 'session-state'), readFileTail),
      copilotInstructions(directory, instructionFiles),
    ),
  installation: copilotInstallation,
  guardedNames: ['hooks', 'settings.json', 'config.json', 'permissions-config.json'],
  probePayload: (sessionId, cwd) => ({
    sessionId,
    timestamp: 0,
    cwd,
    toolName: 'bash',
    toolArgs: JSON.stringify({ command: 'true', description: 'Nothing' }),
  }),
  sends: ({ has, isText }) => isText('sessionId') && has('toolArgs') && !isText('hook_event_name'),
};
