import { build } from 'esbuild';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OUT, REPOSITORY } from '../editor/editor';

/**
 * Bundles this folder's tests for the extension host, which knows no TypeScript.
 *
 * @returns absolute path of the script that VS Code loads (`extensionTestsPath`)
 */
export async function bundleSuite(): Promise<string> {
  const source = join(REPOSITORY, 'test', 'vscode');
  const outdir = join(OUT, 'vscode-suite');
  await rm(outdir, { recursive: true, force: true });
  const tests = (await readdir(source)).filter((name) => name.endsWith('.test.ts'));
  await build({
    absWorkingDir: REPOSITORY,
    entryPoints: ['index.ts', ...tests].map((name) => join(source, name)),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    // All files of a run must share one mocha, and mocha loads its parts in ways that cannot be bundled.
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return join(outdir, 'index.js');
}
