import { build } from 'esbuild';
import { join } from 'node:path';

/**
 * A program of this folder as it would be shipped, since `tsx` keeps the names of functions, which takes longer than many of them.
 * @param name without `.ts`
 * @param folder where the bundle is written
 * @returns its path
 */
export async function bundled(name: string, folder: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    outfile,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}
