// @ts-check
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

export const COPILOT_VERSION = '1.0.102';
const PACKAGE = '@github/copilot';

/**
 * @typedef {object} Copilot
 * @property {string} program path of the native executable
 * @property {Record<string, string>} env what it needs in its environment
 */

/**
 * @param {string} folder
 * @returns {Promise<Copilot>}
 */
async function copilotIn(folder) {
  // The package itself only starts the program of an optional package, of which npm installs the one for this machine.
  const scope = join(folder, 'node_modules', '@github');
  const names = await readdir(scope).catch(() => /** @type {string[]} */ ([]));
  const name = names.find((candidate) => candidate.startsWith('copilot-')) ?? 'none';
  const program = join(scope, name, process.platform === 'win32' ? 'copilot.exe' : 'copilot');
  // It unpacks 230 MB of itself, by default into the home: the tests' homes are all new.
  return { program, env: { COPILOT_PKG_CACHE_HOME: join(folder, 'unpacked'), COPILOT_AUTO_UPDATE: 'false' } };
}

/**
 * The real GitHub Copilot CLI, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<Copilot>}
 */
export async function ensureCopilot(log) {
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `copilot-${COPILOT_VERSION}`),
    answers: async (candidate) => {
      const { program, env } = await copilotIn(candidate);
      return (await answerOf(program, ['--version'], env))?.includes(COPILOT_VERSION) ?? false;
    },
    install: async (work) => {
      log(`Installing GitHub Copilot CLI ${COPILOT_VERSION} for the tests ...`);
      await writeFile(
        join(work, 'package.json'),
        JSON.stringify({ private: true, dependencies: { [PACKAGE]: COPILOT_VERSION } }),
      );
      await runNpm(['install', '--ignore-scripts'], { cwd: work });
    },
    log,
  });
  return copilotIn(folder);
}
