import type { AgentFacts } from './agentFacts';
import { OPENCODE_KEYS, OPENCODE_TOOLS } from './opencode';

const FOLDERS = ['**/.kilo', '**/.kilocode', '**/.config/kilo'];

export const KILO_CODE: AgentFacts = {
  id: 'kilo-code',
  name: 'Kilo Code',
  programs: ['kilo', 'kilocode'],
  words: ['kilocode'],
  packages: ['@kilocode/cli'],
  variables: [
    ...['KILO_CONFIG', 'KILO_CONFIG_DIR', 'KILO_CONFIG_CONTENT', 'KILO_PERMISSION', 'KILO_DISABLE_DEFAULT_PLUGINS'],
    ...['KILO_PURE', 'KILO_TEST_HOME', 'KILO_TEST_MANAGED_CONFIG_DIR'],
  ],
  variablesStart: 'KILO_',
  switchesHooksOff: [{ options: ['--pure'] }],
  harmlessOptions: '-m --model -c --continue -s --session --format --title',
  takesPrompt: true,
  places: {
    hooks: FOLDERS.flatMap((folder) => ['plugin', 'plugins', 'tool', 'tools'].map((kind) => `${folder}/${kind}`)),
    settings: [
      {
        files: [
          ...['**/kilo.json', '**/kilo.jsonc', '**/kilocode.json', '**/kilocode.jsonc'],
          ...['**/.config/kilo/config.json', '/etc/kilo/*.json', '/etc/kilo/*.jsonc'],
        ],
        keys: OPENCODE_KEYS,
      },
    ],
    markdownPermissions: FOLDERS.flatMap((folder) =>
      ['agent', 'agents', 'mode', 'modes'].map((kind) => `${folder}/${kind}/**/*.md`),
    ),
    transcripts: ['**/.local/share/kilo/storage', '**/.local/share/kilo/*.db*'],
  },
  protectedNames: '.kilo .kilocode .kilocodemodes kilo.json kilo.jsonc .config/kilo',
  harmlessFiles: ['.config/kilo/AGENTS.md', '.config/kilo/agent'],
  hookFolders: ['.config/kilo', '.kilo', '.kilocode'],
  // Kilo Code 7.7 has these too, by its program's text.
  tools: OPENCODE_TOOLS,
  // Tested version.
  connection: { packageName: '@kilocode/cli', minimum: '7.7.9' },
};
