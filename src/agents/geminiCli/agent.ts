import { join } from 'node:path';
import { sessionTranscript } from '../hooks/sessionTranscript';
import type { AgentIntegration } from '../hooks/agentIntegration';
import { geminiCliDialect } from './dialect';
import { geminiCliDirectory, geminiCliInstallation } from './installation';
import { geminiCliInstructions } from './instructions';
import { BEFORE_TOOL, GEMINI_CLI } from './payload';
import { parseGeminiCliTranscript } from './transcript';

export const GEMINI_CLI_AGENT: AgentIntegration = {
  id: GEMINI_CLI,
  usualFolder: '.gemini',
  directory: geminiCliDirectory,
  dialect: (directory, _environment, instructionFiles) =>
    geminiCliDialect(
      sessionTranscript(join(directory, 'tmp'), parseGeminiCliTranscript),
      geminiCliInstructions(directory, instructionFiles),
    ),
  installation: geminiCliInstallation,
  guardedNames: ['settings.json', 'extensions', 'trustedFolders.json', 'policies', 'tmp'],
  probePayload: (sessionId, cwd) => ({
    session_id: sessionId,
    transcript_path: '',
    cwd,
    hook_event_name: BEFORE_TOOL,
    timestamp: '2026-01-01T00:00:00.000Z',
    tool_name: 'run_shell_command',
    tool_input: { command: 'true', description: 'Nothing' },
  }),
  // Its payloads have no mark; nobody else runs its hooks.
  sends: () => false,
};
