import { buildSync } from 'esbuild';
import { basename, join } from 'node:path';

/** One file that node starts with at once. @param source absolute path of a program in TypeScript */
export function compiledProgram(source: string, folder: string): string {
  const outfile = join(folder, `${basename(source, '.ts')}.cjs`);
  buildSync({ entryPoints: [source], bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'warning' });
  return outfile;
}
