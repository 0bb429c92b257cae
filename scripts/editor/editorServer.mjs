// @ts-check
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stopGroup, stopWithThisProcess } from '../processEnd.mjs';
import { runCommand } from '../runCommand.mjs';

/** What a program needs of the environment to run at all. Nothing in it leads to a person's own files or keys. */
const NEUTRAL_VARIABLES = /^(PATH|LANG|LANGUAGE|LC_.*|TZ|USER|LOGNAME|SHELL|TERM|COLORTERM)$/;

/** What must not reach an inner VS Code: an outer VS Code's and npm's variables, and other programs' addresses. */
const FOREIGN_VARIABLES = /^(VSCODE_|ELECTRON_|CODE_SERVER_|npm_|NODE_OPTIONS$|PASSWORD$|PORT$|CI$|INIT_CWD$)/i;

/**
 * The environment of programs that live in a temporary folder: their home folder is `home` in it.
 *
 * @param {string} root made by makeTemporaryRoot
 * @param {object} options
 * @param {boolean} options.inherit true: everything of this process that does no harm; false: only what programs need
 * @param {Readonly<Record<string, string | undefined>>} [options.extra] wins over both; `undefined` takes one away
 * @returns {Record<string, string>}
 */
export function editorEnvironment(root, { inherit, extra = {} }) {
  /** @type {Record<string, string | undefined>} */
  const variables = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (inherit ? !FOREIGN_VARIABLES.test(name) && !name.startsWith('XDG_') : NEUTRAL_VARIABLES.test(name)) {
      variables[name] = value;
    }
  }
  const home = join(root, 'home');
  Object.assign(variables, {
    HOME: home,
    TMPDIR: join(root, 'tmp'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    ...extra,
  });
  return /** @type {Record<string, string>} */ (
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined))
  );
}

/**
 * @typedef {object} EditorServer
 * @property {number} port on 127.0.0.1
 * @property {string} origin `http://127.0.0.1:PORT`
 * @property {string} token must be in the address of the first visit; a cookie carries it afterwards
 * @property {(folder: string) => URL} addressOf the address that opens a folder, token included
 * @property {() => string} output what the server has written so far
 * @property {() => Promise<string[]>} logFiles paths of the log files of extension hosts and of the product
 * @property {() => Promise<void>} stop ends the server, its extension hosts and whatever these have started
 */

/**
 * Installs extensions into a fresh profile and starts VS Code's server on it. It listens on the loopback address only
 * and refuses every request without its token, since whoever reaches it can run commands as this user.
 *
 * @param {object} options
 * @param {import('../toolchain/embeddedEditor.mjs').EmbeddedEditor} options.editor
 * @param {string} options.root a folder of this server's own, in which it keeps its profile and extensions
 * @param {Record<string, string>} options.env the whole environment; see editorEnvironment
 * @param {Record<string, unknown>} [options.settings] user settings
 * @param {readonly string[]} [options.vsix] paths of the extensions to install
 * @param {string} [options.builtIn] a folder of VS Code's own extensions in place of all of them
 * @param {boolean} [options.extensionTests] true: pages may ask for an extension test run (modal dialogs are then refused)
 * @param {boolean} [options.workspaceTrust] true: folders are opened in restricted mode until the user trusts them; else all are trusted
 * @param {number} [options.port] 0, the default, picks a free one
 * @returns {Promise<EditorServer>}
 * @throws {Error} with the server's output
 */
export async function startEditorServer({
  editor,
  root,
  env,
  settings = {},
  vsix = [],
  builtIn,
  extensionTests = false,
  workspaceTrust = false,
  port = 0,
}) {
  const userData = join(root, 'user-data');
  const userSettings = join(userData, 'User', 'settings.json');
  await mkdir(join(userData, 'User'), { recursive: true });
  await writeFile(userSettings, JSON.stringify(settings, undefined, 2));
  if (vsix.length > 0) await installExtensions(editor, root, vsix, env);

  // In a file of ours alone: the command line of a process can be read by every user of the machine.
  const token = randomBytes(24).toString('hex');
  const tokenFile = join(root, 'connection-token');
  await writeFile(tokenFile, token, { mode: 0o600 });

  const args = [
    editor.server,
    ...profileIn(root),
    ...(builtIn === undefined ? [] : ['--builtin-extensions-dir', builtIn]),
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...['--connection-token-file', tokenFile],
    ...['--telemetry-level', 'off'],
    '--accept-server-license-terms',
    ...(workspaceTrust ? [] : ['--disable-workspace-trust']),
    ...(extensionTests ? ['--enable-smoke-test-driver'] : []),
  ];
  const child = spawn(editor.node, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const forget = stopWithThisProcess(() => stopGroup(child.pid));
  let output = '';
  const closed = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    stopGroup(child.pid, 'SIGTERM');
    const killer = setTimeout(() => stopGroup(child.pid), 3000);
    await closed;
    clearTimeout(killer);
    // The extension hosts are in the same group and may take longer than the server.
    stopGroup(child.pid);
    forget();
  };
  try {
    port = await listeningPort(child, (text) => (output += text));
  } catch (error) {
    await stop();
    throw new Error(`VS Code did not start: ${/** @type {Error} */ (error).message}\n${output}`, { cause: error });
  }
  const origin = `http://127.0.0.1:${port}`;
  return {
    port,
    origin,
    token,
    addressOf: (folder) => {
      const address = new URL('/', origin);
      address.searchParams.set('tkn', token);
      address.searchParams.set('folder', folder);
      return address;
    },
    output: () => output,
    logFiles: () => logFiles(join(userData, 'logs')),
    stop,
  };
}

/**
 * @param {import('../toolchain/embeddedEditor.mjs').EmbeddedEditor} editor
 * @param {string} root the server's; the extensions are in `extensions` in it afterwards
 * @param {readonly string[]} vsix paths of the extensions
 * @param {Record<string, string>} env
 * @throws {Error} with the editor's output
 */
export async function installExtensions(editor, root, vsix, env) {
  const args = [editor.server, ...profileIn(root), ...vsix.flatMap((path) => ['--install-extension', path]), '--force'];
  const { code, output } = await runCommand(editor.node, args, { env, timeoutSeconds: 240 });
  if (code !== 0) throw new Error(`Installing ${vsix.join(', ')} failed:\n${output}`);
}

/** @param {string} root */
function profileIn(root) {
  return [
    ...['--server-data-dir', join(root, 'server-data')],
    ...['--user-data-dir', join(root, 'user-data')],
    ...['--extensions-dir', join(root, 'extensions')],
  ];
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {(text: string) => void} collect
 * @returns {Promise<number>}
 */
function listeningPort(child, collect) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => {
      clearTimeout(timer);
      reject(new Error(why));
    };
    const timer = setTimeout(() => fail('it was not ready after 180 seconds'), 180_000);
    let seen = '';
    const read = (/** @type {string} */ text) => {
      collect(text);
      seen += text;
      // The server stays up, without a port.
      if (/\bEADDRINUSE\b/.test(seen)) fail('its port is in use; choose another one');
      const port = /Extension host agent listening on (\d+)/.exec(seen)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`it ended with status ${code}`));
  });
}

/** @param {string} folder @returns {Promise<string[]>} */
async function logFiles(folder) {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => /remoteexthost\.log$|Auto Mode\.log$/.test(name)).map((name) => join(folder, name));
}
