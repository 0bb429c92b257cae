// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

/** The embedded VS Code needs Node 24, whatever the developer has. */
export const NODE_VERSION = '24.21.0';

/**
 * The package that the npm package `node` installs for this platform. Asked for by name, since npm 11 does not run the
 * install script that would pick it.
 */
function platformPackage() {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `${prefix}-${platform}-${process.arch}`;
}

/** @param {string} folder */
function executableIn(folder) {
  return join(folder, 'node_modules', platformPackage(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the node executable
 */
export async function ensureNode(log) {
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `node-${NODE_VERSION}`),
    answers: async (candidate) => (await answerOf(executableIn(candidate), ['--version'])) === `v${NODE_VERSION}`,
    install: async (work) => {
      log(`Installing Node ${NODE_VERSION} for the embedded VS Code ...`);
      const dependencies = { [platformPackage()]: NODE_VERSION };
      await writeFile(join(work, 'package.json'), JSON.stringify({ private: true, dependencies }));
      await runNpm(['install', '--ignore-scripts'], { cwd: work });
    },
    log,
  });
  return executableIn(folder);
}
