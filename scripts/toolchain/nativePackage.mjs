// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

/**
 * A program that comes from npm as one native file.
 *
 * @typedef {object} NativeProgram
 * @property {string} name for people
 * @property {string} program its name, and of its folder in the cache
 * @property {string} version
 * @property {Record<string, string>} dependencies what to install
 * @property {(modules: string) => Promise<string>} packageIn the package of this machine, in a folder of packages
 */

/**
 * @param {NativeProgram} wanted
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the executable
 */
export async function ensureNativeProgram({ name, program, version, dependencies, packageIn }, log) {
  const file = process.platform === 'win32' ? `${program}.exe` : program;
  const executableIn = async (/** @type {string} */ folder) => {
    const modules = join(folder, 'node_modules');
    return join(modules, await packageIn(modules), 'bin', file);
  };
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `${program}-${version}`),
    answers: async (candidate) => (await answerOf(await executableIn(candidate), ['--version'])) === version,
    install: async (work) => {
      log(`Installing ${name} ${version} for the tests ...`);
      await writeFile(join(work, 'package.json'), JSON.stringify({ private: true, dependencies }));
      await runNpm(['install', '--ignore-scripts'], { cwd: work });
    },
    log,
  });
  return executableIn(folder);
}
