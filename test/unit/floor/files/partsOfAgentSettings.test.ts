import { edit, testParts, write, type PartCase } from './partCases';

const CLAUDE = '.claude/settings.json';

const PARTS: readonly PartCase[] = [
  {
    name: 'Claude Code: hooks taken out',
    path: CLAUDE,
    before: '{"hooks":{"PreToolUse":[]},"model":"x"}',
    touch: write('{"model":"x"}'),
    check: 'agent-permissions',
  },
  {
    name: 'Claude Code: the model',
    path: CLAUDE,
    before: '{"hooks":{"PreToolUse":[]},"model":"x"}',
    touch: edit('"x"', '"y"'),
  },
  {
    name: 'Claude Code: hooks off',
    path: '.claude/settings.local.json',
    touch: write('{"disableAllHooks":true}'),
    check: 'agent-permissions',
  },
  {
    name: 'Claude Code: an allow list',
    path: '~/.claude/settings.json',
    touch: write('{"permissions":{"allow":["Bash"]}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Claude Code: trust',
    path: '~/.claude.json',
    before: '{"projects":{},"theme":"x"}',
    touch: write('{"projects":{"/x":{"hasTrustDialogAccepted":true}},"theme":"x"}'),
    check: 'agent-permissions',
  },
  {
    name: 'Claude Code: a theme',
    path: '~/.claude.json',
    before: '{"projects":{},"theme":"x"}',
    touch: edit('"x"', '"y"'),
  },
  {
    name: 'Claude Code: an agent with hooks',
    path: '.claude/agents/a.md',
    touch: write('---\nname: a\nhooks:\n  PreToolUse: []\n---\ntext'),
    check: 'agent-hooks',
  },
  {
    name: 'Claude Code: an agent with a mode',
    path: '.claude/agents/a.md',
    touch: write('---\n"permissionMode" : bypassPermissions\n---\n'),
    check: 'agent-hooks',
  },
  {
    name: 'Claude Code: an agent with an escaped key',
    path: '.claude/agents/a.md',
    touch: write('---\n"\\x68ooks": {}\n---\n'),
    check: 'agent-hooks',
  },
  {
    name: 'Claude Code: an agent without',
    path: '.claude/agents/a.md',
    touch: write('---\nname: a\n---\nhooks: are explained here'),
  },
  {
    name: 'Claude Code: the text of a skill with hooks',
    path: '.claude/skills/s/SKILL.md',
    before: '---\nhooks: {}\n---\nold',
    touch: edit('old', 'new'),
  },
  {
    name: 'Codex: its settings',
    path: '~/.codex/config.toml',
    before: 'model = "x"',
    touch: edit('x', 'y'),
    check: 'agent-permissions',
  },
  {
    name: 'Codex: its settings as they are',
    path: '~/.codex/config.toml',
    before: 'model = "x"',
    touch: write('model = "x"'),
  },
  {
    name: 'Gemini CLI: the approval mode',
    path: '.gemini/settings.json',
    touch: write('{"general":{"defaultApprovalMode":"yolo"}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Gemini CLI: a trusted server',
    path: '.gemini/settings.json',
    touch: write('{"mcpServers":{"x":{"trust":true}}}'),
    check: 'agent-permissions',
  },
  { name: 'Gemini CLI: a theme', path: '.gemini/settings.json', touch: write('{"ui":{"theme":"x"}}') },
  { name: 'Qwen Code: hooks', path: '~/.qwen/settings.json', touch: write('{"hooks":{}}'), check: 'agent-permissions' },
  {
    name: 'Copilot: trusted folders',
    path: '~/.copilot/config.json',
    touch: write('{"trusted_folders":["/"]}'),
    check: 'agent-permissions',
  },
  {
    name: 'Copilot: hooks in the repository',
    path: '.github/copilot/settings.json',
    touch: write('{"hooks":{}}'),
    check: 'agent-permissions',
  },
  {
    name: 'opencode: permission',
    path: 'opencode.json',
    touch: write('{"permission":{"bash":"allow"}}'),
    check: 'agent-permissions',
  },
  {
    name: 'opencode: permission of an agent',
    path: '~/.config/opencode/opencode.jsonc',
    touch: write('{"agent":{"build":{"permission":{}}}}'),
    check: 'agent-permissions',
  },
  { name: 'opencode: the model', path: 'opencode.json', touch: write('{"model":"x"}') },
  {
    name: 'Cursor: its allow list',
    path: '.cursor/cli.json',
    touch: write('{"permissions":{"allow":["Shell(*)"]}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Crush: allowed tools',
    path: 'crush.json',
    touch: write('{"permissions":{"allowed_tools":["bash"]}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Crush: key in another case',
    path: 'crush.json',
    touch: write('{"Permissions":{"allowed_tools":["bash"]}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Goose: its mode',
    path: '~/.config/goose/config.yaml',
    before: 'GOOSE_MODE: approve',
    touch: write('GOOSE_MODE: auto'),
    check: 'agent-permissions',
  },
  {
    name: 'Amp: its permissions',
    path: '~/.config/amp/settings.json',
    touch: write('{"amp.dangerouslyAllowAll":true}'),
    check: 'agent-permissions',
  },
  {
    name: 'Droid: its allow list',
    path: '.factory/settings.json',
    touch: write('{"commandAllowlist":["*"]}'),
    check: 'agent-permissions',
  },
  {
    name: 'Augment: its permissions',
    path: '.augment/settings.json',
    touch: write('{"toolPermissions":[]}'),
    check: 'agent-permissions',
  },
  {
    name: 'pi: its extensions',
    path: '~/.pi/agent/settings.json',
    touch: write('{"extensions":[]}'),
    check: 'agent-permissions',
  },
  {
    name: 'Kiro: allowed tools',
    path: '.kiro/agents/a.json',
    touch: write('{"allowedTools":["*"]}'),
    check: 'agent-permissions',
  },
];

describe('fileFloor: a part of a file', () => {
  testParts(PARTS);
});
