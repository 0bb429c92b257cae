/** Places that a call has no right to change. */

/** Below the home. */
export const GUARDED = [
  '.bashrc',
  '.profile',
  '.gitconfig',
  '.ssh/authorized_keys',
  '.ssh/config',
  '.claude/settings.json',
  '.codex/config.toml',
  '.codex/hooks.json',
  '.auto-mode/state.json',
  '.auto-mode/token',
  '.local/bin/x',
] as const;

/** Below the home, and free to those that a rule of the user lets write. */
export const OUTSIDE = ['other/src/a.txt', 'new-file', 'Documents/plan.txt', '.config/new.toml'] as const;

/** Below the workspace. */
export const PROTECTED = [
  '.git/config',
  '.git/hooks/pre-commit',
  '.git/hooks/x',
  '.git/info/attributes',
  '.bare/config',
  '.bare/hooks/pre-commit',
  'repo.git/config',
  'repo.git/hooks/post-update',
  'hooks/pre-commit',
  '.husky/pre-commit',
  '.vscode/settings.json',
  '.vscode/tasks.json',
  '.claude/settings.json',
  '.mcp.json',
  'CLAUDE.md',
  'package.json',
  '.npmrc',
  '.yarnrc',
  '.cargo/config.toml',
  'Makefile',
  '.envrc',
  '.env.development',
  '.venv/bin/activate',
  'node_modules/.bin/tsc',
  '.terraform/terraform.tfstate',
  '.github/workflows/x.yml',
  'claude/settings.json',
  'codex/hooks.json',
  'bashrc',
  'gitconfig',
  'hard-rc',
] as const;

/** What is protected by its name, wherever in the workspace. */
export const PROTECTED_NAMES = new Set([
  ...[
    '.husky',
    '.vscode',
    '.claude',
    '.mcp.json',
    'CLAUDE.md',
    'package.json',
    '.npmrc',
    '.yarnrc',
    '.cargo',
    'Makefile',
  ],
  ...['.envrc', '.venv', 'node_modules', '.terraform'],
]);

/** Files of a repository that decide what runs. */
export const GITS_CONTROLS =
  /^(config|config\.worktree|info\/attributes|commondir|objects\/info\/alternates)$|^hooks\/|(^|\/)modules\/.*(config|hooks\/.*)$/;

/** The only names that git runs in a folder of hooks (githooks(5)). */
export const GITS_HOOKS = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg'],
  ...['commit-msg', 'post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'pre-receive', 'update'],
  ...['proc-receive', 'post-receive', 'post-update', 'reference-transaction', 'push-to-checkout', 'pre-auto-gc'],
  ...['post-rewrite', 'sendemail-validate', 'fsmonitor-watchman', 'p4-changelist', 'p4-prepare-changelist'],
  ...['p4-post-changelist', 'p4-pre-submit', 'post-index-change'],
] as const;

/** What git keeps of the work: files, commits, and names for them. */
export const GITS_RECORD =
  /^(?:COMMIT_EDITMSG|HEAD|ORIG_HEAD|logs|refs|objects|(?:logs\/)?refs\/(?:heads|tags)(?:\/.*)?|logs\/HEAD|objects\/[0-9a-f]{2}(?:\/[0-9a-f]{38})?)$/;

/** A line of git's configuration by which something may run, or another place counts. */
export const GITS_DANGER =
  /!|fsmonitor|hookspath|pager|editor|askpass|worktree|command|program|textconv|external|driver|clean|smudge|process|path|update|helper|proxy|templatedir/i;
