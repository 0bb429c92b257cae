import { join } from 'node:path';
import { sessionTranscript } from '../hooks/sessionTranscript';
import type { AgentIntegration } from '../hooks/agentIntegration';
import { cursorDialect } from './dialect';
import { cursorDirectory, cursorInstallation } from './installation';
import { cursorInstructions } from './instructions';
import { CURSOR, PRE_TOOL_USE } from './payload';
import { parseCursorTranscript } from './transcript';

export const CURSOR_AGENT: AgentIntegration = {
  id: CURSOR,
  usualFolder: '.cursor',
  directory: cursorDirectory,
  dialect: (directory, _environment, instructionFiles) =>
    cursorDialect(
      sessionTranscript(join(directory, 'projects'), parseCursorTranscript),
      cursorInstructions(instructionFiles),
    ),
  installation: cursorInstallation,
  guardedNames: ['hooks.json', 'cli-config.json', 'permissions.json', 'sandbox.json', 'projects'],
  probePayload: (sessionId, cwd) => ({
    conversation_id: sessionId,
    generation_id: 'probe',
    model: 'probe',
    hook_event_name: PRE_TOOL_USE,
    cursor_version: '0',
    workspace_roots: [cwd],
    transcript_path: null,
    tool_name: 'Shell',
    tool_input: { command: 'true' },
    tool_use_id: 'probe',
    cwd,
  }),
  sends: ({ has }) => has('cursor_version'),
  runsHooksOfOthers: true,
};
