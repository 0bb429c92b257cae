import { build } from 'esbuild';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../unit/documents/documents';

/** The program of a terminal as the product has it, for all tests of a suite. */
export function useBuiltProgram(): () => string {
  let folder = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'auto-mode-cli-'));
    await build({
      absWorkingDir: ROOT,
      entryPoints: ['src/cli.ts'],
      outfile: join(folder, 'dist', 'cli.js'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      mainFields: ['module', 'main'],
      logLevel: 'error',
    });
    copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  return () => join(folder, 'dist', 'cli.js');
}
