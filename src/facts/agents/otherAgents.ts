/** Not connectable; tools unknown. */
import type { AgentFacts } from './agentFacts';

export const OTHER_AGENTS: readonly AgentFacts[] = [
  {
    id: 'cline',
    name: 'Cline',
    programs: ['cline'],
    variables: ['CLINE_DIR'],
    places: {
      hooks: ['~/Documents/Cline/Hooks', '**/.clinerules/hooks', '**/.cline/plugins', '**/.cline/hooks'],
      transcripts: ['**/.cline/data/tasks', '**/globalStorage/*/tasks/*/*.json'],
    },
    protectedNames: '.cline .clinerules',
  },
  {
    id: 'droid',
    name: 'Factory Droid',
    programs: ['droid'],
    words: ['droid'],
    variables: ['FACTORY_HOME'],
    places: {
      hooks: ['**/.factory/hooks.json', '**/.factory/plugins'],
      settings: [
        {
          files: ['**/.factory/settings.json', '**/.factory/settings.local.json'],
          keys: [
            ...['hooks*', '*allow*', '*deny*', '*autonomy*', 'sandbox*', '*trust*', '*approv*', '*permission*'],
            'enabledPlugins',
          ],
        },
      ],
      transcripts: ['**/.factory/sessions'],
    },
    protectedNames: '.factory',
  },
  {
    id: 'augment',
    name: 'Augment',
    programs: ['auggie'],
    words: ['auggie'],
    packages: ['@augmentcode/auggie'],
    places: {
      permissions: ['/etc/augment'],
      settings: [
        {
          files: ['**/.augment/settings.json', '**/.augment/settings.local.json'],
          keys: ['hooks', '*permission*', '*trust*', '*approv*'],
        },
      ],
      transcripts: ['**/.augment/sessions'],
    },
    protectedNames: '.augment .augment-guidelines',
  },
  {
    id: 'goose',
    name: 'Goose',
    programs: ['goose'],
    words: ['goose'],
    variables: ['GOOSE_PATH_ROOT'],
    places: {
      permissions: ['**/.config/goose/permission.yaml', '**/.config/goose/permissions'],
      unreadPermissions: ['**/.config/goose/config.yaml', '**/Block/goose/config/config.yaml'],
      transcripts: ['**/.local/share/goose/sessions'],
    },
    protectedNames: '.goose .goosehints .config/goose',
  },
  {
    id: 'crush',
    name: 'Crush',
    programs: ['crush'],
    words: ['crush'],
    places: {
      settings: [
        {
          files: ['**/crush.json', '**/.crush.json'],
          keys: ['hooks', 'permissions', 'options.*skip*', 'options.disabled_tools'],
        },
      ],
      transcripts: ['**/.crush/crush.db*'],
    },
    protectedNames: '.crush .crush.json CRUSH.md crush.json .config/crush',
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    programs: [],
    places: {
      hooks: [
        ...['**/.windsurf/hooks.json', '**/.devin/hooks.json', '~/.codeium/*/hooks.json', '/etc/windsurf'],
        ...['/Library/Application Support/Windsurf/hooks.json', '/ProgramData/Windsurf'],
      ],
    },
    protectedNames: '.codeium .devin .windsurf .windsurfrules',
  },
  {
    id: 'kiro',
    name: 'Kiro',
    programs: ['kiro-cli'],
    words: ['kiro-cli'],
    places: {
      hooks: ['**/.kiro/hooks'],
      settings: [
        {
          files: [...['**/.kiro/agents/*.json', '**/.amazonq/cli-agents/*.json'], '**/.aws/amazonq/cli-agents/*.json'],
          keys: ['hooks', 'allowedTools', 'tools', 'toolsSettings', 'trust*'],
        },
      ],
    },
    protectedNames: '.amazonq .kiro',
  },
  {
    id: 'amp',
    name: 'Amp',
    programs: ['amp'],
    packages: ['@sourcegraph/amp'],
    variables: ['AMP_SETTINGS_FILE'],
    changesSettings: /^permissions? (?:add|edit|remove|set)\b/,
    places: {
      hooks: ['**/.amp/plugins', '**/.config/amp/plugins', '/etc/ampcode', '/Library/Application Support/ampcode'],
      settings: [
        {
          files: ['**/.amp/settings.json', '**/.config/amp/settings.json', '**/.config/amp/settings.jsonc'],
          keys: [
            ...['amp', 'amp.*permission*', 'amp.*dangerously*', 'amp.guardedFiles*', 'amp.commands*', 'amp.tools*'],
            'amp.hooks*',
          ],
        },
      ],
    },
    protectedNames: '.amp .config/amp',
  },
  {
    id: 'vibe',
    name: 'Mistral Vibe',
    programs: ['vibe'],
    variables: ['VIBE_HOME'],
    places: { unreadPermissions: ['**/.vibe/**/*.toml'], transcripts: ['**/.vibe/logs'] },
    protectedNames: '.vibe',
  },
  {
    id: 'continue',
    name: 'Continue',
    programs: ['cn'],
    places: {
      permissions: ['**/.continue/permissions.yaml'],
      settings: [{ files: ['**/.continue/settings.json'], keys: ['hooks', 'permissions'] }],
      transcripts: ['**/.continue/sessions'],
    },
    protectedNames: '.continue .continuerules',
  },
  {
    id: 'antigravity',
    name: 'Antigravity',
    programs: ['agy'],
  },
];
