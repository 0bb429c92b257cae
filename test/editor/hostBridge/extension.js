// @ts-check
'use strict';

/**
 * Runs functions that a test sends in the extension host, with the `vscode` API as their first argument. Tests only:
 * whoever reaches the socket can do anything. It listens in a folder that only the test's user can enter, and without
 * the variable that names the folder it does nothing.
 *
 * Wire: one JSON object a line. In: `{ source, args }`, the text of a function and its further arguments. Out:
 * `{ value }` or `{ error }`. One connection carries one call.
 *
 * A folder opened as `test-virtual:/PATH` makes a virtual workspace: for the editor it is on no disk, yet it holds what is in /PATH.
 */

const { createHash } = require('node:crypto');
const { readFile, readdir, stat } = require('node:fs/promises');
const { createServer } = require('node:net');
const { join } = require('node:path');
const vscode = require('vscode');

/** @param {{ subscriptions: { dispose(): void }[] }} context */
exports.activate = (context) => {
  const folder = process.env['AUTO_MODE_TEST_BRIDGE'];
  if (folder === undefined) return;
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('test-virtual', virtualFiles, { isReadonly: true }),
  );
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

/** @returns {never} */
function refuse() {
  throw vscode.FileSystemError.NoPermissions('A virtual workspace of the tests cannot be written.');
}

/** @template T @param {Promise<T>} read @returns {Promise<T>} */
function found(read) {
  return read.catch(() => {
    throw vscode.FileSystemError.FileNotFound();
  });
}

/** @param {{ isDirectory(): boolean }} entry */
const typeOf = (entry) => (entry.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File);

/** @type {import('vscode').FileSystemProvider} */
const virtualFiles = {
  onDidChangeFile: () => ({ dispose: () => undefined }),
  watch: () => ({ dispose: () => undefined }),
  stat: async ({ path }) => {
    const facts = await found(stat(path));
    return { type: typeOf(facts), ctime: facts.ctimeMs, mtime: facts.mtimeMs, size: facts.size };
  },
  readDirectory: async ({ path }) =>
    (await found(readdir(path, { withFileTypes: true }))).map((entry) => [entry.name, typeOf(entry)]),
  readFile: ({ path }) => found(readFile(path)),
  writeFile: refuse,
  createDirectory: refuse,
  delete: refuse,
  rename: refuse,
};
