// @ts-check
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

export const OPENCODE_VERSION = '1.18.33';
const PACKAGE = 'opencode-ai';

/**
 * The native program. The package itself only links to the one of an optional package; its variant without AVX2 runs everywhere.
 *
 * @param {string} folder
 */
async function executableIn(folder) {
  const modules = join(folder, 'node_modules');
  const names = (await readdir(modules).catch(() => [])).filter((name) => name.startsWith('opencode-'));
  const found = names.filter((name) => name !== PACKAGE).sort((a, b) => b.length - a.length);
  return join(modules, found[0] ?? 'none', 'bin', process.platform === 'win32' ? 'opencode.exe' : 'opencode');
}

/**
 * The real opencode, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the native executable
 */
export async function ensureOpencode(log) {
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `opencode-${OPENCODE_VERSION}`),
    answers: async (candidate) => (await answerOf(await executableIn(candidate), ['--version'])) === OPENCODE_VERSION,
    install: async (work) => {
      log(`Installing opencode ${OPENCODE_VERSION} for the tests ...`);
      const dependencies = { [PACKAGE]: OPENCODE_VERSION };
      await writeFile(join(work, 'package.json'), JSON.stringify({ private: true, dependencies }));
      await runNpm(['install', '--ignore-scripts'], { cwd: work });
    },
    log,
  });
  return executableIn(folder);
}
