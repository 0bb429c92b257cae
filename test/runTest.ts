/**
 * Runs the tests of `test/vscode` in a desktop VS Code, for people who have a display: the one that
 * AUTO_MODE_VSCODE_EXECUTABLE names, else the one that @vscode/test-electron downloads. Needs the package that
 * `npm run package` makes.
 */
import { runTests } from '@vscode/test-electron';
import { join } from 'node:path';
import { makeTemporaryRoot, removeTemporaryRoot } from '../scripts/temporaryRoot.mjs';
import { productVsix } from '../scripts/package.mjs';
import { unzip } from './editor/zipArchive';
import { bundleSuite } from './vscode/bundleSuite';

async function runInDesktopEditor(): Promise<void> {
  const root = await makeTemporaryRoot();
  try {
    await unzip(await productVsix(), root);
    const executable = process.env['AUTO_MODE_VSCODE_EXECUTABLE'];
    await runTests({
      ...(executable === undefined ? {} : { vscodeExecutablePath: executable }),
      extensionDevelopmentPath: join(root, 'extension'),
      extensionTestsPath: await bundleSuite(),
      launchArgs: ['--disable-workspace-trust', '--user-data-dir', join(root, 'user-data'), join(root, 'tmp')],
    });
  } finally {
    await removeTemporaryRoot(root);
  }
}

void runInDesktopEditor().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
