// @ts-check
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { ensureNode } from './node.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

/**
 * Agents that are programs for Node, newer than the developer may have.
 *
 * @typedef {object} NodeAgent
 * @property {string} node path of the node executable
 * @property {string} script what it runs
 */

const QWEN_CODE = {
  folder: 'qwen-code',
  name: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  script: 'cli-entry.js',
};
const GEMINI_CLI = {
  folder: 'gemini-cli',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  script: 'bundle/gemini.js',
};

/**
 * The real Qwen Code, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<NodeAgent>}
 */
export function ensureQwenCode(log) {
  return ensureNodeAgent(QWEN_CODE, log);
}

/**
 * The real Gemini CLI, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<NodeAgent>}
 */
export function ensureGeminiCli(log) {
  return ensureNodeAgent(GEMINI_CLI, log);
}

/**
 * @param {typeof QWEN_CODE} agent
 * @param {(line: string) => void} log
 * @returns {Promise<NodeAgent>}
 */
async function ensureNodeAgent({ folder: folderName, name, package: packageName, version, script }, log) {
  const node = await ensureNode(log);
  /** @param {string} folder */
  const scriptIn = (folder) => join(folder, 'node_modules', packageName, script);
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `${folderName}-${version}`),
    answers: async (candidate) =>
      (await answerOf(node, [scriptIn(candidate), '--version']))?.includes(version) ?? false,
    install: async (work) => {
      log(`Installing ${name} ${version} for the tests ...`);
      await writeFile(
        join(work, 'package.json'),
        JSON.stringify({ private: true, dependencies: { [packageName]: version } }),
      );
      await runNpm(['install', '--ignore-scripts'], { cwd: work, nodeFolder: dirname(node) });
    },
    log,
  });
  return { node, script: scriptIn(folder) };
}
