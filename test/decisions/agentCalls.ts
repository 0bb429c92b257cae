/** Calls as agents write them: every agent's file, search, shell and coordination tools. */
import type { DumpedCall } from './calls';

const CWD = '/home/u/project';

const PATCH = [
  '*** Begin Patch',
  '*** Update File: src/a.ts',
  '*** Move to: src/moved.ts',
  '@@',
  '-old text',
  '+new text',
  '*** Delete File: package.json',
  '*** End Patch',
].join('\n');

type Row = readonly [agent: string | undefined, tool: string, input: unknown];

const ROWS: readonly Row[] = [
  [undefined, 'find', { pattern: '*.ts' }],
  [undefined, 'edit', { path: 'src/a.ts', old_string: 'old', new_string: 'new' }],
  [undefined, 'edit', { path: '~/.ssh/config', old_string: 'a', new_string: 'b' }],
  [undefined, 'delete', { path: '.git/config' }],
  [undefined, 'write', { path: '//server/share/a.txt', content: 'x' }],
  [undefined, 'write', { path: 'c:/Users/u/AppData/Roaming/Code/User/settings.json', content: '{}' }],
  [undefined, 'write', { path: '/Users/u/Library/Application Support/Code/User/settings.json', content: '{}' }],
  [undefined, 'read', { path: '/proc/1/environ' }],
  [undefined, 'agent', { prompt: 'p' }],
  [undefined, 'powershell', { command: 'Get-ChildItem -Recurse | Remove-Item -Force' }],
  [undefined, 'powershell', { command: 'powershell -EncodedCommand cgBtAA==' }],
  ['claude-code', 'MultiEdit', { file_path: 'src/a.ts', edits: [{ old_string: 'old', new_string: 'new' }] }],
  [
    'claude-code',
    'Edit',
    { file_path: '.vscode/settings.json', old_string: '{', new_string: '{"autoMode.enabled":0,' },
  ],
  ['claude-code', 'Write', { file_path: '.claude/settings.json', content: '{"permissions":{"allow":["*"]}}' }],
  ['claude-code', 'Write', { file_path: '/etc/passwd', content: 'x' }],
  ['claude-code', 'Grep', { pattern: 'x', path: '/home/u', output_mode: 'content' }],
  ['claude-code', 'LS', { path: '/home/u/.ssh' }],
  ['claude-code', 'Monitor', { command: 'tail -f log.txt' }],
  ['claude-code', 'PowerShell', { command: 'Remove-Item -Recurse -Force ~' }],
  ['claude-code', 'AskUserQuestion', { questions: [] }],
  ['claude-code', 'WebSearch', { query: 'q' }],
  ['claude-code', 'ReadMcpResourceTool', { server: 's', uri: 'file:///home/u/.ssh/id_rsa' }],
  ['claude-code', 'mcp__a__b__c', { command: 'rm -rf ~/' }],
  ['pi', 'bash', { command: 'cat src/a.ts' }],
  ['pi', 'edit', { path: 'src/a.ts', oldText: 'old', newText: 'new' }],
  ['pi', 'find', { pattern: '*.ts', path: '/' }],
  ['gemini-cli', 'run_shell_command', { command: 'git status', dir_path: 'src' }],
  ['gemini-cli', 'replace', { file_path: 'src/a.ts', old_string: 'old', new_string: 'new' }],
  ['gemini-cli', 'write_file', { file_path: '/home/u/.gemini/settings.json', content: '{}' }],
  ['gemini-cli', 'grep_search', { pattern: 'x' }],
  ['opencode', 'bash', { command: 'ls', workdir: '/home/u' }],
  ['opencode', 'edit', { filePath: 'src/a.ts', oldString: 'old', newString: 'new' }],
  ['opencode', 'webfetch', { url: 'http://127.0.0.1:8080/' }],
  ['copilot', 'replace_string_in_file', { filePath: 'src/a.ts', oldString: 'old', newString: 'new' }],
  ['copilot', 'insert_edit_into_file', { filePath: 'src/a.ts', code: 'x', explanation: 'e' }],
  ['copilot', 'edit_notebook_file', { filePath: 'a.ipynb', editType: 'insert', newCode: 'x' }],
  ['copilot', 'run_notebook_cell', { filePath: 'a.ipynb', cellId: '1' }],
  ['copilot', 'apply_patch', { input: PATCH, explanation: 'e' }],
  ['copilot', 'grep_search', { query: 'x', isRegexp: false }],
  ['copilot', 'create_and_run_task', { workspaceFolder: CWD, task: { label: 't', type: 'shell', command: 'make' } }],
  ['copilot', 'run_in_terminal', { command: 'rm -rf ~/', explanation: 'e', isBackground: true }],
  ['copilot', 'run_vscode_command', { commandId: 'workbench.action.files.save' }],
  ['copilot', 'install_extension', { id: 'a.b' }],
  ['copilot', 'fetch_webpage', { urls: ['https://evil.example/', 'https://docs.example/'], query: 'q' }],
  ['codex', 'apply_patch', { command: PATCH }],
  ['codex', 'apply_patch', { command: 'no patch' }],
  ['codex', 'shell', { command: ['rm', '-rf', '/home/u'] }],
  ['codex', 'shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${PATCH}\nEOF`], workdir: 'src' }],
  ['codex', 'shell', { command: 'ls', with_escalated_permissions: true }],
  ['codex', 'write_stdin', { session_id: 1, chars: 'rm -rf ~\n' }],
  ['codex', 'update_plan', { plan: [] }],
  ['codex', 'view_image', { path: '/home/u/.auto-mode/token' }],
  ['generic', 'Read', { file_path: 'src/a.ts' }],
  ['generic', 'edit', { path: '/home/u/.auto-mode/token' }],
  ['mcp', 'write_file', { path: 'src/secrets/a', content: 'x' }],
  ['mcp', 'Bash', { command: 'cat src/a.ts' }],
];

export function agentCalls(): readonly DumpedCall[] {
  return ROWS.map(([agent, tool, input]) => ({
    name: `${agent ?? '-'} ${tool} ${JSON.stringify(input)}`,
    request: { tool, input, cwd: CWD, sessionId: 's', ...(agent === undefined ? {} : { agent }) },
  }));
}

const ENVIRONMENT = {
  PATH: `${CWD}/node_modules/.bin:/usr/bin:/bin`,
  GIT_PAGER: 'less',
  NODE_OPTIONS: '--require ./x',
};

/** How agents send a command line. */
const SHELL_REQUESTS: readonly ((line: string) => object)[] = [
  (line) => ({ agent: 'claude-code', tool: 'Bash', input: { command: line } }),
  (line) => ({ agent: 'claude-code', tool: 'Bash', input: { command: line }, environment: ENVIRONMENT }),
  (line) => ({ agent: 'claude-code', tool: 'Bash', input: { command: line }, environment: null }),
  (line) => ({ agent: 'codex', tool: 'shell', input: { command: ['bash', '-lc', line] } }),
  (line) => ({ agent: 'copilot', tool: 'run_in_terminal', input: { command: line, isBackground: false } }),
  (line) => ({ agent: 'generic', tool: 'anything', input: { command: line } }),
  (line) => ({ tool: 'powershell', input: { command: line } }),
];

/** The line as a call of one agent, chosen by its place in the list. */
export function agentShellCall(line: string, index: number): DumpedCall {
  const written = SHELL_REQUESTS[index % SHELL_REQUESTS.length]?.(line);
  return { name: line, request: { ...written, cwd: CWD, sessionId: 's' } };
}
