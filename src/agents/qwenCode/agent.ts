import { join } from 'node:path';
import { sessionTranscript } from '../hooks/sessionTranscript';
import type { AgentIntegration } from '../hooks/agentIntegration';
import { qwenCodeDialect } from './dialect';
import { qwenCodeDirectory, qwenCodeInstallation } from './installation';
import { qwenCodeInstructions } from './instructions';
import { PRE_TOOL_USE, QWEN_CODE } from './payload';
import { parseQwenCodeTranscript } from './transcript';

export const QWEN_CODE_AGENT: AgentIntegration = {
  id: QWEN_CODE,
  usualFolder: '.qwen',
  directory: qwenCodeDirectory,
  dialect: (directory, _environment, instructionFiles) =>
    qwenCodeDialect(
      sessionTranscript(join(directory, 'projects'), parseQwenCodeTranscript),
      qwenCodeInstructions(directory, instructionFiles),
    ),
  installation: qwenCodeInstallation,
  guardedNames: ['settings.json', 'extensions', 'trustedFolders.json', 'policies', 'projects'],
  probePayload: (sessionId, cwd) => ({
    session_id: sessionId,
    transcript_path: '',
    cwd,
    hook_event_name: PRE_TOOL_USE,
    timestamp: '2026-01-01T00:00:00.000Z',
    permission_mode: 'default',
    prompt_id: 'probe',
    tool_name: 'run_shell_command',
    tool_input: { command: 'true', description: 'Nothing' },
    tool_use_id: 'toolu_probe',
    tool_call_id: 'call_probe',
  }),
  // Its other payloads have no mark; nobody else runs its hooks.
  sends: ({ isText }) => isText('hook_event_name') && isText('tool_call_id'),
};
