// @ts-check
'use strict';

/**
 * A scripted agent. It does what a real one must do: ask `autoMode.check` before each tool call, run the call only where
 * the answer is `allow`, and take the reason of a block as the call's result.
 */

const vscode = require('vscode');

/**
 * @typedef {object} ToolCall
 * @property {string} tool
 * @property {{ command: string } | { file_path: string, old_string?: string, new_string?: string }} input
 * @property {string} intent what the agent is up to, for people
 */

/**
 * What the agent reads of an answer.
 *
 * @typedef {object} Decision
 * @property {'allow' | 'block' | 'defer'} outcome
 * @property {string} stage
 * @property {string} reason
 * @property {string} [remedy]
 */

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  const output = vscode.window.createOutputChannel('Sample Agent');
  const item = vscode.window.createStatusBarItem('sampleAgent', vscode.StatusBarAlignment.Left, -1);
  item.name = 'Sample Agent';
  item.text = '$(play) Run sample agent';
  item.tooltip = 'Asks Auto Mode about six tool calls, one after the other';
  item.command = 'sampleAgent.run';
  item.show();
  const run = () => runAgent(output);
  context.subscriptions.push(output, item, vscode.commands.registerCommand('sampleAgent.run', run));
};

/**
 * @param {vscode.Uri} folder
 * @returns {ToolCall[]}
 */
function script(folder) {
  const file = (/** @type {string[]} */ ...names) => vscode.Uri.joinPath(folder, ...names).fsPath;
  return [
    { intent: 'Read a file', tool: 'read_file', input: { file_path: file('src', 'greeting.js') } },
    {
      intent: 'Edit a file of the workspace',
      tool: 'file_edit',
      input: { file_path: file('src', 'greeting.js'), old_string: 'Hello, ', new_string: 'Good morning, ' },
    },
    {
      intent: 'Edit the configuration of git, which can run programs',
      tool: 'file_edit',
      input: {
        file_path: file('.git', 'config'),
        old_string: '[core]',
        new_string: '[core]\n\tfsmonitor = ./watch.sh',
      },
    },
    {
      intent: 'Edit a file about which the workspace wants you to be asked',
      tool: 'file_edit',
      input: {
        file_path: file('CHANGELOG.md'),
        old_string: '- 1.0.0: first greeting',
        new_string: '- 1.1.0: a better greeting\n- 1.0.0: first greeting',
      },
    },
    {
      intent: 'Run a command that the workspace denies',
      tool: 'bash',
      input: { command: 'git push --force origin main' },
    },
    { intent: 'Run a command that a judge has to see', tool: 'bash', input: { command: 'npm test' } },
  ];
}

/**
 * Asks about every call, and runs the allowed edits.
 *
 * @param {vscode.OutputChannel} output
 * @returns {Promise<Decision[]>}
 */
async function runAgent(output) {
  output.clear();
  output.show(true);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) {
    output.appendLine('Open a folder first: the agent works on its files.');
    return [];
  }
  /** @type {Decision[]} */
  const decisions = [];
  for (const { intent, tool, input } of script(folder)) {
    output.appendLine(`${decisions.length + 1}. ${intent}`);
    output.appendLine(`   ${tool} ${JSON.stringify(input)}`);
    /** @type {Decision} */
    const decision = await vscode.commands.executeCommand('autoMode.check', {
      tool,
      input,
      cwd: folder.fsPath,
      sessionId: 'sample-agent',
    });
    decisions.push(decision);
    output.appendLine(`   => ${decision.outcome.toUpperCase()} by ${decision.stage}: ${decision.reason}`);
    if (decision.remedy !== undefined) output.appendLine(`      What to do: ${decision.remedy}`);
    if (decision.outcome === 'allow') output.appendLine(`      ${await perform(tool, input)}`);
    output.appendLine('');
  }
  const count = (/** @type {string} */ outcome) => decisions.filter((decision) => decision.outcome === outcome).length;
  output.appendLine(`${decisions.length} calls: ${count('allow')} allowed, ${count('block')} blocked.`);
  if (count('defer') > 0) output.appendLine('Auto mode is off here; a real agent would now ask in its own way.');
  return decisions;
}

/**
 * @param {string} tool
 * @param {ToolCall['input']} input
 * @returns {Promise<string>} what was done
 */
async function perform(tool, input) {
  if ('command' in input) return 'This agent runs no commands.';
  const uri = vscode.Uri.file(input.file_path);
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  if (tool === 'read_file') return `Read ${text.length} characters.`;
  const changed = text.replace(input.old_string ?? '', () => input.new_string ?? '');
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(changed));
  return changed === text ? 'There was nothing left to change.' : 'Changed the file.';
}
