// @ts-check
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { ensureNode } from './node.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

/** The npm package code-server carries a whole VS Code, the only one that npm alone can bring. */
const CODE_SERVER_VERSION = '4.139.1';
export const VSCODE_VERSION = '1.139.1';

/** Compiled at install where no prebuilt one is in the package. Only the logger would be missed; see plainLogger.cjs. */
const NATIVE_MODULES = ['node-pty', '@vscode/spdlog', '@vscode/native-watchdog', '@vscode/deviceid'];

/** Says whether a compiler was there for the native modules. */
const NATIVES = 'natives.json';
const PLAIN_LOGGER = fileURLToPath(new URL('plainLogger.cjs', import.meta.url));

/** Half of the download, and of no use to us. */
const UNUSED = ['extensions/copilot', 'node_modules/@github/copilot-sdk-linux-x64', 'node_modules/@microsoft/mxc-sdk'];

/**
 * @typedef {object} EmbeddedEditor
 * @property {string} node the node executable that must run it
 * @property {string} server script of VS Code's own server
 * @property {string} extensions folder of VS Code's own extensions
 */

/** @param {string} folder */
function vscodeIn(folder) {
  return join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

/** @param {string} folder */
function serverIn(folder) {
  return join(vscodeIn(folder), 'out', 'server-main.js');
}

/**
 * A real VS Code (workbench for the browser, extension host on Node) of a pinned version.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<EmbeddedEditor>}
 */
export async function ensureEmbeddedEditor(log) {
  if (process.platform === 'win32') {
    throw new Error('The embedded VS Code runs on Linux and macOS only. On Windows use: npm start -- --code');
  }
  const node = await ensureNode(log);
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `code-server-${CODE_SERVER_VERSION}`),
    answers: async (candidate) => {
      const answer = await answerOf(node, [serverIn(candidate), '--version']);
      return answer?.split('\n')[0] === VSCODE_VERSION && (await nativesAreFinal(candidate));
    },
    install: (work) => install(work, node, log),
    log,
  });
  return { node, server: serverIn(folder), extensions: join(vscodeIn(folder), 'extensions') };
}

/**
 * @param {string} work
 * @param {string} node
 * @param {(line: string) => void} log
 */
async function install(work, node, log) {
  log(`Installing VS Code (code-server ${CODE_SERVER_VERSION}); this takes about a minute ...`);
  const nodeFolder = dirname(node);
  const project = { private: true, dependencies: { 'code-server': CODE_SERVER_VERSION } };
  await writeFile(join(work, 'package.json'), JSON.stringify(project));
  await runNpm(['install', '--ignore-scripts'], { cwd: work, nodeFolder });

  const vscode = vscodeIn(work);
  await allowScripts(join(vscode, 'package.json'));
  await runNpm(['install', '--omit=dev', '--ignore-scripts'], { cwd: vscode, nodeFolder });
  await runNpm(['install', '--omit=dev', '--ignore-scripts'], { cwd: join(vscode, 'extensions'), nodeFolder });
  for (const path of UNUSED) await rm(join(vscode, path), { recursive: true, force: true });

  const tried = await compilerIsThere();
  try {
    if (!tried) throw new Error(`No C++ compiler was found. ${compilerRemedy()}`);
    await runNpm(['rebuild', ...NATIVE_MODULES], { cwd: vscode, nodeFolder });
  } catch (error) {
    log(
      `VS Code runs without its optional native modules, and nothing here needs them. ${/** @type {Error} */ (error).message}`,
    );
    await copyFile(PLAIN_LOGGER, join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js'));
  }
  await writeFile(join(work, NATIVES), JSON.stringify({ tried }));
}

/** npm 11 runs install scripts of named packages only; npm 10 runs them all and ignores this field. @param {string} manifest */
async function allowScripts(manifest) {
  const project = JSON.parse(await readFile(manifest, 'utf8'));
  project.allowScripts = Object.fromEntries(NATIVE_MODULES.map((name) => [name, true]));
  await writeFile(manifest, JSON.stringify(project, undefined, 2));
}

/**
 * Whether the native modules are as good as this machine can make them: an install made before there was a compiler is
 * made again once there is one.
 *
 * @param {string} folder
 */
async function nativesAreFinal(folder) {
  try {
    const { tried } = JSON.parse(await readFile(join(folder, NATIVES), 'utf8'));
    return tried || !(await compilerIsThere());
  } catch {
    return false;
  }
}

/** What node-gyp needs. */
async function compilerIsThere() {
  for (const tool of ['make', 'c++', 'python3']) {
    if ((await answerOf(tool, ['--version'])) === undefined) return false;
  }
  return true;
}

function compilerRemedy() {
  return process.platform === 'darwin'
    ? 'To have one, run: xcode-select --install'
    : 'To have one, install the packages build-essential and python3 (Debian, Ubuntu) or gcc-c++, make and python3 (Fedora), and run this again.';
}
