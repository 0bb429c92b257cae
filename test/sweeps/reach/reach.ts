import { decide } from '../../../src/engine/decide';
import type { JsonObject } from '../../../src/common/json';
import { fakeGate, HOME, verdict, WORKSPACE, type Tree } from '../../unit/engine/fakeGate';

export interface Call {
  readonly agent?: string;
  readonly tool: string;
  readonly input: JsonObject;
}

export async function stageOf(call: Call, tree: Tree = {}): Promise<string> {
  const gate = fakeGate({ tree: { [`${HOME}/.auto-mode/token`]: 'x', ...tree }, classifier: () => verdict('allow') });
  const decision = await decide({ ...call, cwd: WORKSPACE, sessionId: 's' }, gate, new AbortController().signal);
  return decision.stage === 'hard-deny' ? 'hard-deny' : `${decision.outcome} ${decision.stage}`;
}

export const bash = (command: string): Call => ({ agent: 'claude-code', tool: 'Bash', input: { command } });
export const claude = (tool: string, input: JsonObject): Call => ({ agent: 'claude-code', tool, input });
export const vscode = (tool: string, input: JsonObject): Call => ({ agent: 'copilot', tool, input });
export const terminal = (command: string): Call =>
  vscode('run_in_terminal', { command, explanation: 'x', isBackground: false });

/** A change of one file: its text before (undefined: it is not there) and after. */
export interface Change {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

const lines = (text: string, sign: string): string =>
  text
    .split('\n')
    .map((line) => sign + line)
    .join('\n');

function patch({ path, before, after }: Change): string {
  const body =
    before === undefined
      ? `*** Add File: ${path}\n${lines(after, '+')}`
      : `*** Update File: ${path}\n@@\n${lines(before, '-')}\n${lines(after, '+')}`;
  return `*** Begin Patch\n${body}\n*** End Patch`;
}

export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
export const q = ({ path }: Change): string => quoted(path);

/** Ways to bring a file from one text to another. */
export const WRITES: Readonly<Record<string, (change: Change) => Call>> = {
  'Claude Code: Write': ({ path, after }) => claude('Write', { file_path: path, content: after }),
  'Claude Code: Edit': ({ path, before, after }) =>
    claude('Edit', { file_path: path, old_string: before ?? '', new_string: after }),
  'Claude Code: MultiEdit': ({ path, before, after }) =>
    claude('MultiEdit', { file_path: path, edits: [{ old_string: before ?? '', new_string: after }] }),
  'Claude Code: NotebookEdit': ({ path, after }) => claude('NotebookEdit', { notebook_path: path, new_source: after }),
  'VS Code: create_file': ({ path, after }) => vscode('create_file', { filePath: path, content: after }),
  'VS Code: replace_string_in_file': ({ path, before, after }) =>
    vscode('replace_string_in_file', { filePath: path, oldString: before ?? '', newString: after }),
  'VS Code: multi_replace_string_in_file': ({ path, before, after }) =>
    vscode('multi_replace_string_in_file', {
      explanation: 'x',
      replacements: [{ filePath: path, oldString: before ?? '', newString: after }],
    }),
  'VS Code: insert_edit_into_file': ({ path, after }) =>
    vscode('insert_edit_into_file', { filePath: path, code: after, explanation: 'x' }),
  'VS Code: apply_patch': (change) => vscode('apply_patch', { input: patch(change), explanation: 'x' }),
  'Codex: apply_patch': (change) => ({ agent: 'codex', tool: 'apply_patch', input: { command: patch(change) } }),
  'Copilot: create': ({ path, after }) => ({ agent: 'copilot', tool: 'create', input: { path, file_text: after } }),
  'Gemini: write_file': ({ path, after }) => ({
    agent: 'gemini-cli',
    tool: 'write_file',
    input: { file_path: path, content: after },
  }),
  'MCP: write_file': ({ path, after }) => claude('mcp__files__write_file', { path, content: after }),
  'MCP: move_file': (change) => claude('mcp__files__move_file', { source: 'evil', destination: change.path }),
  'shell: redirect': (change) => bash(`printf %s ${quoted(change.after)} > ${q(change)}`),
  'shell: append': (change) => bash(`echo x >> ${q(change)}`),
  'shell: tee': (change) => bash(`echo x | tee ${q(change)}`),
  'shell: cp': (change) => bash(`cp evil ${q(change)}`),
  'shell: mv': (change) => bash(`mv evil ${q(change)}`),
  'shell: ln -sf': (change) => bash(`ln -sf evil ${q(change)}`),
  'shell: sed -i': (change) => bash(`sed -i s/a/b/ ${q(change)}`),
  'shell: dd': (change) => bash(`dd if=evil of=${q(change)}`),
  'shell: install': (change) => bash(`install -m 600 evil ${q(change)}`),
  'shell: rsync': (change) => bash(`rsync evil ${q(change)}`),
  'shell: python': (change) => bash(`python3 -c "open('${change.path}', 'w').write('x')"`),
  'shell: node': (change) => bash(`node -e "require('fs').writeFileSync('${change.path}', 'x')"`),
  'shell: here-document': (change) => bash(`cat > ${q(change)} <<'E'\n${change.after}\nE`),
  'shell: jq and sponge': (change) => bash(`jq . ${q(change)} | sponge ${q(change)}`),
  'shell: jq and mv': (change) => bash(`jq . ${q(change)} > t && mv t ${q(change)}`),
  'shell: curl -o': (change) => bash(`curl -o ${q(change)} https://example.com/x`),
  'VS Code: run_in_terminal': (change) => terminal(`cp evil ${q(change)}`),
  'VS Code: create_and_run_task': (change) =>
    vscode('create_and_run_task', {
      workspaceFolder: WORKSPACE,
      task: { label: 'x', type: 'shell', command: 'cp', args: ['evil', change.path] },
    }),
  'Cursor: Shell': (change) => ({ agent: 'cursor', tool: 'Shell', input: { command: `cp evil ${q(change)}` } }),
};

export const whole = (path: string): Change => ({ path, before: 'text', after: 'other' });
export const json = (path: string, key: string, value: unknown = true): Change => ({
  path,
  before: `{${JSON.stringify(key)}:"was"}`,
  after: `{${JSON.stringify(key)}:${JSON.stringify(value)}}`,
});
export const folder = (name: string): string => `${WORKSPACE}/${name}`;
export const home = (name: string): string => `${HOME}/${name}`;
