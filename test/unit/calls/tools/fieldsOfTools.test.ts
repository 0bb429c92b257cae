/** A field that may name a further place is never ignored. */
import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import type { JsonObject } from '../../../../src/common/json';
import { configuration, entries, fakeGate, permissions, WORKSPACE } from '../../engine/fakeGate';

const PLAN = { to: 'builder', message: 'Go on.', summary: 'Go on' };

const ROWS: readonly (readonly [agent: string | undefined, tool: string, input: JsonObject, stage: string])[] = [
  // The fields of each agent's own schema.
  ['claude-code', 'Read', { file_path: 'src/a.ts', offset: 1, limit: 9, pages: '1-2', allow_large: true }, 'safe-tool'],
  [
    'claude-code',
    'Grep',
    { pattern: 'x', path: 'src', glob: '*.{ts,tsx}', type: 'ts', output_mode: 'content', '-A': 1, '-B': 1, '-C': 1 },
    'safe-tool',
  ],
  ['claude-code', 'Grep', { pattern: 'x', '-n': true, '-i': true, '-o': true, head_limit: 5, offset: 2 }, 'safe-tool'],
  ['claude-code', 'Grep', { pattern: 'x', context: 2, multiline: true }, 'safe-tool'],
  ['claude-code', 'Glob', { pattern: '**/*.ts', path: 'src' }, 'safe-tool'],
  ['claude-code', 'LSP', { operation: 'hover', filePath: 'src/a.ts', line: 1, character: 2, query: 'a' }, 'safe-tool'],
  [
    'claude-code',
    'Edit',
    { file_path: 'src/a.ts', old_string: 'a', new_string: 'b', replace_all: true },
    'workspace-edit',
  ],
  ['claude-code', 'Write', { file_path: 'src/b.ts', content: 'b' }, 'workspace-edit'],
  [
    'claude-code',
    'NotebookEdit',
    { notebook_path: 'a.ipynb', cell_id: '1', new_source: 'a', cell_type: 'code', edit_mode: 'insert' },
    'workspace-edit',
  ],
  ['gemini-cli', 'read_file', { file_path: 'src/a.ts', start_line: 1, end_line: 2 }, 'safe-tool'],
  [
    'gemini-cli',
    'grep_search',
    {
      ...{ pattern: 'x', dir_path: 'src', include_pattern: '*.ts', exclude_pattern: 'y', names_only: true },
      ...{ case_sensitive: true, fixed_strings: true, context: 1, after: 1, before: 1, no_ignore: false },
      ...{ max_matches_per_file: 1, total_max_matches: 2, wait_for_previous: true },
    },
    'safe-tool',
  ],
  [
    'gemini-cli',
    'glob',
    { pattern: '*.ts', dir_path: 'src', case_sensitive: true, respect_git_ignore: false, respect_gemini_ignore: true },
    'safe-tool',
  ],
  [
    'gemini-cli',
    'list_directory',
    { dir_path: '.', ignore: ['x'], file_filtering_options: { respect_git_ignore: true } },
    'safe-tool',
  ],
  [
    'gemini-cli',
    'replace',
    { file_path: 'src/a.ts', instruction: 'why', old_string: 'a', new_string: 'b', allow_multiple: true },
    'workspace-edit',
  ],
  ['qwen-code', 'grep_search', { pattern: 'x', glob: '*.ts', path: 'src', limit: 3 }, 'safe-tool'],
  ['qwen-code', 'list_directory', { path: '.', file_filtering_options: { respect_qwen_ignore: true } }, 'safe-tool'],
  ['opencode', 'grep', { pattern: 'x', path: 'src', include: '*.ts' }, 'safe-tool'],
  ['opencode', 'edit', { filePath: 'src/a.ts', oldString: 'a', newString: 'b', replaceAll: false }, 'workspace-edit'],
  ['pi', 'grep', { pattern: 'x', path: 'src', glob: '*.ts', ignoreCase: true, literal: true, context: 1 }, 'safe-tool'],
  ['pi', 'find', { pattern: '*.ts', path: 'src', limit: 9 }, 'safe-tool'],
  ['pi', 'edit', { path: 'src/a.ts', edits: [{ oldText: 'a', newText: 'b' }] }, 'workspace-edit'],
  ['copilot', 'view', { path: 'src/a.ts', view_range: [1, 2], forceReadLargeFiles: true }, 'safe-tool'],
  ['copilot', 'grep', { pattern: 'x', paths: 'src', glob: '*.ts', type: 'ts', head_limit: 3 }, 'safe-tool'],
  ['copilot', 'read_file', { filePath: 'src/a.ts', startLine: 1, endLine: 2 }, 'safe-tool'],
  ['cursor', 'Read', { target_file: 'src/a.ts', offset: 1, limit: 2 }, 'safe-tool'],

  // A field that the tool is not known to have.
  ['claude-code', 'Read', { file_path: 'src/a.ts', also: ['../denied/file'] }, 'permissions.deny'],
  ['claude-code', 'Read', { file_path: 'src/a.ts', follow: true }, 'classifier'],
  ['claude-code', 'Grep', { pattern: 'x', path: 'src', roots: ['/elsewhere'] }, 'classifier'],
  ['claude-code', 'Glob', { pattern: '*', cwd: '/elsewhere' }, 'classifier'],
  ['claude-code', 'Write', { file_path: 'src/b.ts', content: 'b', base: '/elsewhere' }, 'classifier'],
  ['claude-code', 'Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b', move_to: 'c' }, 'classifier'],
  ['claude-code', 'NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'a', save_as: 'b' }, 'classifier'],
  ['claude-code', 'ReadMcpResourceTool', { server: 's', uri: 'a:b', path: '/elsewhere' }, 'classifier'],
  ['gemini-cli', 'read_file', { file_path: 'src/a.ts', paths: ['b'] }, 'classifier'],
  ['qwen-code', 'write_file', { file_path: 'src/b.ts', content: 'b', publish: true }, 'classifier'],
  ['pi', 'edit', { path: 'src/a.ts', edits: [{ oldText: 'a', newText: 'b', path: '../c' }] }, 'classifier'],
  ['codex', 'view_image', { path: 'a.png', environment_id: 'remote' }, 'classifier'],
  [undefined, 'read', { path: 'src/a.ts', host: 'elsewhere' }, 'classifier'],

  // A filter that leaves the folder or overrides ignore files.
  ['gemini-cli', 'grep_search', { pattern: 'x', include_pattern: '../**' }, 'classifier'],
  ['claude-code', 'Grep', { pattern: 'x', glob: '*.ts ../*' }, 'classifier'],
  ['claude-code', 'Grep', { pattern: 'x', glob: '*.ts /elsewhere/*' }, 'classifier'],
  ['claude-code', 'Grep', { pattern: 'x', glob: '!/dist' }, 'safe-tool'],
  ['gemini-cli', 'glob', { pattern: 'src/*/../../../*' }, 'classifier'],
  ['gemini-cli', 'glob', { pattern: '{/elsewhere,src}/*' }, 'classifier'],
  ['claude-code', 'Glob', { pattern: '{.,x}{.,y}/*' }, 'classifier'],
  ['claude-code', 'Glob', { pattern: '.{,x}./*' }, 'classifier'],
  ['claude-code', 'Glob', { pattern: '{,x}/*' }, 'classifier'],
  ['claude-code', 'Glob', { pattern: '*/[.][.]/[.][.]/*' }, 'classifier'],
  ['claude-code', 'Glob', { pattern: '*/.\\./.\\./*' }, 'classifier'],
  ['claude-code', 'Glob', { pattern: '@(../a|b)/*' }, 'classifier'],
  ['claude-code', 'Glob', { pattern: 'app/**/[...slug]/*.{ts,tsx}' }, 'safe-tool'],
  ['claude-code', 'Glob', { pattern: './src/**/{a,b}*.{test,spec}.ts' }, 'safe-tool'],
  ['claude-code', 'Glob', { pattern: '{src,test}/**/*' }, 'safe-tool'],
  ['claude-code', 'Glob', { pattern: '/home/u/project/src/*.ts' }, 'safe-tool'],

  // A message that leaves the session.
  ['claude-code', 'SendMessage', PLAN, 'safe-tool'],
  ['claude-code', 'SendMessage', { ...PLAN, to: 'main' }, 'safe-tool'],
  ['claude-code', 'SendMessage', { ...PLAN, to: 'uds:/tmp/x.sock' }, 'classifier'],
  ['claude-code', 'SendMessage', { ...PLAN, to: '/tmp/x.sock' }, 'classifier'],
  ['claude-code', 'SendMessage', { ...PLAN, to: 'bridge:session_01' }, 'classifier'],
  ['claude-code', 'SendMessage', { ...PLAN, to: 'session_01abc' }, 'classifier'],
  ['claude-code', 'SendMessage', { ...PLAN, to: ['main'] }, 'classifier'],
  ['claude-code', 'SendMessage', { ...PLAN, cc: 'uds:/tmp/x.sock' }, 'classifier'],

  // A scheduled prompt that loads a skill or takes in a file.
  ['claude-code', 'CronCreate', { cron: '* * * * *', prompt: 'See to a/b, then mail x@y.z.' }, 'safe-tool'],
  ['claude-code', 'ScheduleWakeup', { delaySeconds: 60, reason: 'x', prompt: '/loop look at CI' }, 'safe-tool'],
  ['claude-code', 'ScheduleWakeup', { prompt: '<<autonomous-loop-dynamic>>' }, 'safe-tool'],
  ['claude-code', 'CronCreate', { cron: '* * * * *', prompt: '/deploy' }, 'classifier'],
  ['claude-code', 'CronCreate', { cron: '* * * * *', prompt: ' \n/deploy' }, 'classifier'],
  ['claude-code', 'CronCreate', { cron: '* * * * *', prompt: 'Look at @~/.ssh/id_rsa' }, 'classifier'],
  ['claude-code', 'CronCreate', { cron: '* * * * *', prompt: ['/deploy'] }, 'classifier'],
  ['claude-code', 'ScheduleWakeup', { prompt: '/loop /deploy' }, 'classifier'],
  ['claude-code', 'ScheduleWakeup', { prompt: '/loop:deploy' }, 'classifier'],
  ['claude-code', 'TeamCreate', { team_name: 'builders' }, 'safe-tool'],
  ['claude-code', 'TeamCreate', { team_name: '../../x' }, 'classifier'],

  // What a server of MCP may make of an address.
  ['claude-code', 'ReadMcpResourceTool', { server: 's', uri: 'issues://123/comments?page=2' }, 'safe-tool'],
  ['claude-code', 'ReadMcpResourceTool', { server: 's', uri: 'docs://guide/readme.md' }, 'safe-tool'],
  ['claude-code', 'ReadMcpResourceTool', { server: 's', uri: 'config:///app' }, 'safe-tool'],
  ...[
    ...[
      'web://elsewhere.example/?q=x',
      'fetch:elsewhere.example/x',
      'ldap://elsewhere.example/x',
      'web://2130706433/x',
    ],
    ...['notes://user:x@host/b', 'mailto:a@elsewhere.example?body=x', 'tcp://host:80/x', 'web://h\u00f6st/x'],
    ...[
      'db://x?to=htt%70s://host',
      'db://x?to=//host',
      'repo://x/%2e%2e/.env',
      'repo://x/../y',
      'fs://read?path=/etc/x',
    ],
    ...['fs:///home/u/.ssh/id_rsa', 'fs://home/u/.ssh/id_rsa', 'fs:~/.ssh/id_rsa', 'repo://x/.env', 'fs:.env'],
    ...['zip+file:///etc/shadow', 'jar:file:/etc/x!/a', 'docs:a,https:x'],
  ].map((uri): (typeof ROWS)[number] => ['claude-code', 'ReadMcpResourceTool', { server: 's', uri }, 'classifier']),
];

describe('the fields of agents’ tools', () => {
  for (const [agent, tool, input, stage] of ROWS) {
    it(`${agent ?? 'any'} ${tool} ${JSON.stringify(input)}`, async () => {
      const gate = fakeGate({
        configuration: configuration({ permissions: permissions({ deny: entries(['read(../denied/**)']) }) }),
      });
      const decision = await decide(
        { tool, input, cwd: WORKSPACE, sessionId: 's', ...(agent !== undefined && { agent }) },
        gate,
        new AbortController().signal,
      );
      assert.equal(decision.stage, stage, decision.reason);
    });
  }
});
