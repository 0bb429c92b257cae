// @ts-check
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const READ = /readFileSync\(join\(import\.meta\.dirname, '([\w.]+)'\), 'utf8'\)/g;

/**
 * Puts the launcher's programs into the bundle as text.
 *
 * @type {import('esbuild').Plugin}
 */
export const programTexts = {
  name: 'program texts',
  setup(build) {
    build.onLoad({ filter: /[\\/]programTexts\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const names = [...source.matchAll(READ)].map(([, name = '']) => name);
      if (names.length === 0) throw new Error(`${path} reads no program.`);
      const texts = await Promise.all(names.map((name) => readFile(join(dirname(path), name), 'utf8')));
      return { contents: source.replace(READ, () => JSON.stringify(texts.shift())), loader: 'ts' };
    });
  },
};
