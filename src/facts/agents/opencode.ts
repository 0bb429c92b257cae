import { table } from '../../common/table';
import type { AgentFacts } from './agentFacts';
import { ASK_USER, COORDINATE, SEARCH_WEB, START_AGENT, bash, list, read, search, type ToolFacts } from './toolFacts';

/** Also of programs made from opencode. */
export const OPENCODE_KEYS: readonly string[] = [
  ...['permission', 'plugin', 'tools', 'agent.*.permission', 'agent.*.tools', 'mode.*.permission', 'mode.*.tools'],
];

/** Also of programs made from opencode. opencode 1.18, from its type definitions. */
export const OPENCODE_TOOLS: Readonly<Record<string, ToolFacts>> = table<ToolFacts>({
  read: read('filePath'),
  grep: search('path'),
  glob: list(['pattern'], 'path'),
  todowrite: COORDINATE,
  question: ASK_USER,
  bash: bash({ language: 'login', folder: ['workdir'] }),
  write: { does: 'overwrite', path: ['filePath'], content: ['content'] },
  edit: { does: 'replace', path: ['filePath'], old: ['oldString'], new: ['newString'] },
  webfetch: { does: 'fetch', address: ['url'] },
  websearch: SEARCH_WEB,
  task: START_AGENT,
});

export const OPENCODE: AgentFacts = {
  id: 'opencode',
  name: 'opencode',
  programs: ['opencode'],
  words: ['opencode'],
  packages: ['opencode-ai'],
  variables: [
    ...['OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR', 'OPENCODE_CONFIG_CONTENT', 'OPENCODE_DISABLE_DEFAULT_PLUGINS'],
    'OPENCODE_PURE',
  ],
  variablesStart: 'OPENCODE_',
  switchesHooksOff: [{ options: ['--pure'] }],
  harmlessOptions: '-m --model -c --continue -s --session --format --title',
  takesPrompt: true,
  places: {
    hooks: [
      ...['**/.opencode/plugin', '**/.opencode/plugins', '**/.opencode/tool', '**/.opencode/tools'],
      ...['plugin', 'plugins', 'tool', 'tools'].map((name) => `**/.config/opencode/${name}`),
    ],
    settings: [
      {
        files: ['**/opencode.json', '**/opencode.jsonc', '**/.config/opencode/config.json', '/etc/opencode/*.json'],
        keys: OPENCODE_KEYS,
      },
    ],
    markdownPermissions: ['**/.opencode', '**/.config/opencode'].flatMap((folder) =>
      ['agent', 'agents', 'mode', 'modes'].map((kind) => `${folder}/${kind}/**/*.md`),
    ),
    transcripts: ['**/.local/share/opencode/storage', '**/.local/share/opencode/*.db*'],
  },
  protectedNames: '.opencode opencode.json opencode.jsonc .config/opencode',
  harmlessFiles: ['.config/opencode/AGENTS.md', '.config/opencode/agent'],
  hookFolders: ['.config/opencode', '.opencode'],
  tools: { ...OPENCODE_TOOLS, list: list([], 'path'), todoread: COORDINATE },
  // Tested version.
  connection: { packageName: 'opencode-ai', minimum: '1.18.33' },
};
