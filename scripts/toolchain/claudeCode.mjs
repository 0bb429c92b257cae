// @ts-check
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { cacheFolder } from './cacheFolder.mjs';
import { ensureNode } from './node.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

export const CLAUDE_CODE_VERSION = '2.1.329';
const PACKAGE = '@anthropic-ai/claude-code';

/** @param {string} folder */
function executableIn(folder) {
  // The install script puts the native binary of every platform under this name.
  return join(folder, 'node_modules', PACKAGE, 'bin', 'claude.exe');
}

/**
 * The real Claude Code, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the native executable
 */
export async function ensureClaudeCode(log) {
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `claude-code-${CLAUDE_CODE_VERSION}`),
    answers: async (candidate) =>
      (await answerOf(executableIn(candidate), ['--version']))?.startsWith(CLAUDE_CODE_VERSION) ?? false,
    install: async (work) => {
      log(`Installing Claude Code ${CLAUDE_CODE_VERSION} for the tests ...`);
      const project = {
        private: true,
        dependencies: { [PACKAGE]: CLAUDE_CODE_VERSION },
        // npm 11 runs install scripts of named packages only; npm 10 runs them all and ignores this field.
        allowScripts: { [`${PACKAGE}@${CLAUDE_CODE_VERSION}`]: true },
      };
      await writeFile(join(work, 'package.json'), JSON.stringify(project));
      await runNpm(['install'], { cwd: work, nodeFolder: dirname(await ensureNode(log)) });
    },
    log,
  });
  return executableIn(folder);
}
