// @ts-check
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

export const CODEX_VERSION = '0.169.0';
const PACKAGE = '@openai/codex';

/**
 * The native program. The package itself only starts the one of an optional package, which has it below the name of its target.
 *
 * @param {string} folder
 */
async function executableIn(folder) {
  const vendor = join(folder, 'node_modules', `${PACKAGE}-${process.platform}-${process.arch}`, 'vendor');
  const [target = 'none'] = await readdir(vendor).catch(() => []);
  return join(vendor, target, 'bin', process.platform === 'win32' ? 'codex.exe' : 'codex');
}

/**
 * The real Codex, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the native executable
 */
export async function ensureCodex(log) {
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `codex-${CODEX_VERSION}`),
    answers: async (candidate) =>
      (await answerOf(await executableIn(candidate), ['--version']))?.includes(CODEX_VERSION) ?? false,
    install: async (work) => {
      log(`Installing Codex ${CODEX_VERSION} for the tests ...`);
      await writeFile(
        join(work, 'package.json'),
        JSON.stringify({ private: true, dependencies: { [PACKAGE]: CODEX_VERSION } }),
      );
      await runNpm(['install'], { cwd: work });
    },
    log,
  });
  return executableIn(folder);
}
