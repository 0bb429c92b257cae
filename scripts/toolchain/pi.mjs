// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { ensureNode } from './node.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

export const PI_VERSION = '1.6.0';
const PACKAGE = '@earendil-works/pi-coding-agent';

/**
 * @typedef {object} Pi
 * @property {string} node that it needs
 * @property {string} script
 */

/** @param {string} folder */
function scriptIn(folder) {
  return join(folder, 'node_modules', PACKAGE, 'dist', 'bundle', 'cli.js');
}

/**
 * The real pi, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<Pi>}
 */
export async function ensurePi(log) {
  const node = await ensureNode(log);
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `pi-${PI_VERSION}`),
    answers: async (candidate) => (await answerOf(node, [scriptIn(candidate), '--version'])) === PI_VERSION,
    install: async (work) => {
      log(`Installing pi ${PI_VERSION} for the tests ...`);
      const dependencies = { [PACKAGE]: PI_VERSION };
      await writeFile(join(work, 'package.json'), JSON.stringify({ private: true, dependencies }));
      await runNpm(['install', '--ignore-scripts'], { cwd: work });
    },
    log,
  });
  return { node, script: scriptIn(folder) };
}
