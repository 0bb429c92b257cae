// @ts-check
'use strict';

/**
 * Runs functions that a test sends in the extension host, with the `vscode` API as their first argument. Tests only:
 * whoever reaches the socket can do anything. It listens in a folder that only the test's user can enter, and without
 * the variable that names the folder it does nothing.
 *
 * Wire: one JSON object a line. In: `{ source, args }`, the text of a function and its further arguments. Out:
 * `{ value }` or `{ error }`. One connection carries one call.
 */

const { createHash } = require('node:crypto');
const { createServer } = require('node:net');
const { join } = require('node:path');
const vscode = require('vscode');

/** @param {{ subscriptions: { dispose(): void }[] }} context */
exports.activate = (context) => {
  const folder = process.env['AUTO_MODE_TEST_BRIDGE'];
  if (folder === undefined) return;
  const opened = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const name = `${createHash('sha256').update(opened).digest('hex').slice(0, 12)}-${process.pid}.sock`;
  const server = createServer((connection) => {
    let text = '';
    connection.setEncoding('utf8');
    connection.on('error', () => undefined);
    connection.on('data', (data) => {
      text += data;
      if (!text.endsWith('\n')) return;
      void answer(text).then((reply) => connection.end(`${JSON.stringify(reply)}\n`));
      text = '';
    });
  });
  server.listen(join(folder, name));
  context.subscriptions.push({ dispose: () => server.close() });
};

/** @param {string} line */
async function answer(line) {
  try {
    const { source, args } = JSON.parse(line);
    // The name that the test's TypeScript compiler leaves in the text of functions.
    const keepName = (/** @type {unknown} */ named) => named;
    const run = new Function('require', '__name', `return (${source});`)(require, keepName);
    return { value: await run(vscode, ...args) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
