import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Runs a file of this folder in a process of its own, where nothing has read the tables yet.
 * @returns the JSON that it prints
 */
export async function printedBy(file: string, ...args: readonly string[]): Promise<unknown> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, file)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  const [output] = outputFiles;
  return JSON.parse(execFileSync(process.execPath, ['-', ...args], { input: output?.text ?? '', encoding: 'utf8' }));
}
