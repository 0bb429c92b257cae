import type { AgentFacts } from './agentFacts';
import { START_AGENT, bash, read } from './toolFacts';

export const CURSOR: AgentFacts = {
  id: 'cursor',
  name: 'Cursor',
  programs: ['cursor-agent'],
  startedAs: ['agent', 'cursor agent'],
  words: ['cursor-agent'],
  variables: ['CURSOR_CONFIG_DIR'],
  places: {
    hooks: [
      ...['**/.cursor/hooks.json', '/etc/cursor', '/Library/Application Support/Cursor/hooks.json'],
      '/ProgramData/Cursor',
    ],
    permissions: ['**/.cursor/sandbox.json', '**/.cursor/permissions.json'],
    settings: [
      {
        files: ['**/.cursor/cli-config.json', '**/.cursor/cli.json'],
        keys: ['permissions', 'approvalMode', 'sandbox*', '*trust*', '*approv*', 'hooks'],
      },
    ],
    transcripts: ['**/.cursor/projects/*/agent-transcripts'],
  },
  protectedNames: '.cursor .cursorrules .cursorignore',
  hookFolders: ['.cursor'],
  // By Cursor's documentation. Tools with undocumented fields are judged.
  tools: {
    Shell: bash({ language: 'terminal', folder: ['working_directory'], living: [] }),
    Read: read('file_path', 'path', 'target_file'),
    Task: START_AGENT,
  },
  // The oldest with a hook for every tool. Its terminal program counts dates.
  connection: { packageName: 'cursor', minimum: '2.4.0', asksDespiteAllow: true },
};
