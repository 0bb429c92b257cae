import type { AgentFacts } from './agentFacts';
import { GEMINI_KEYS } from './geminiCli';

export const QWEN_CODE: AgentFacts = {
  id: 'qwen-code',
  name: 'Qwen Code',
  programs: ['qwen'],
  words: ['qwen'],
  packages: ['qwen-code'],
  variables: ['QWEN_HOME', 'QWEN_CODE_SYSTEM_SETTINGS_PATH', 'QWEN_CODE_SYSTEM_DEFAULTS_PATH'],
  variablesStart: 'QWEN_',
  changesSettings: /^(?:hooks (?:disable|uninstall|remove)|config set .*(?:hook|tools|security))/,
  harmlessOptions: '-p --prompt -i --prompt-interactive -m --model -o --output-format -d --debug',
  places: {
    hooks: ['**/.qwen/extensions'],
    permissions: [
      ...['**/.qwen/trustedFolders.json', '**/.qwen/policies', '/etc/qwen-code'],
      ...['/Library/Application Support/QwenCode', '/ProgramData/qwen-code'],
    ],
    settings: [{ files: ['**/.qwen/settings.json'], keys: GEMINI_KEYS }],
    transcripts: ['**/.qwen/projects/*/chats', '**/.qwen/tmp/*/chats'],
  },
  protectedNames: '.qwen QWEN.md',
};
