// @ts-check
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stopWithThisProcess } from '../processEnd.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Below node_modules, where the bundles find the packages that they import. */
const CACHE = join(ROOT, 'node_modules', '.cache');

/** Of every process of bundled tests. They make much short-lived garbage: V8's small space for it costs a tenth of their time. */
export const BUNDLE_NODE_OPTIONS = ['--max-semi-space-size=64'];

/**
 * What begins first: the longest, and what starts many processes, which is cheap only while the starting process is small. A name that is
 * missing costs nothing but time.
 */
const FIRST = [
  'processes/bridge/launcher/launcher',
  'processes/bridge/launcher/launcherTrouble',
  'processes/bridge/windows/routing',
  'processes/bridge/windows/sessionWindow',
  'processes/bridge/launcher/windowsLauncher',
  'processes/bridge/launcher/launcherEnvironment',
  'processes/disk/gitContent',
  'processes/disk/gitStates',
  'unit/classifier/providers/openAiPatience',
  'unit/classifier/twoStages',
  'assembly/secretsNowhere',
  'unit/classifier/providers/anthropicPatience',
].map((name) => `test/${name}.test.ts`);

/**
 * @typedef {object} TestBundles which go when this process ends
 * @property {(sources: readonly string[]) => string[]} bundlesOf the absolute paths of these tests' bundles, in the order to run them in
 * @property {(file: string) => string} sourceOf the test that a bundle was made of; any other file as it is
 */

/**
 * Bundles tests, with what they share in common chunks, so that no process transforms a source again. All paths but the bundles' are
 * relative to the repository, with slashes.
 *
 * @param {readonly string[]} sources
 * @returns {Promise<TestBundles>}
 * @throws {Error} esbuild has printed its messages then
 */
export async function bundleTests(sources) {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'tests-'));
  stopWithThisProcess(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...sources],
    outbase: ROOT,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    sourcesContent: false,
    define: { 'import.meta.dirname': '__sourceFolder', 'import.meta.url': '__sourceUrl' },
    plugins: [sourcePlaces],
    logLevel: 'warning',
  });
  const bundles = new Map(sources.map((source) => [source, join(folder, source.replace(/\.ts$/, '.mjs'))]));
  // A bundle that has another name than we expect is a test that does not run.
  await Promise.all([...bundles.values()].map((file) => stat(file)));
  const inRepository = (/** @type {string} */ path) => relative(ROOT, path).replaceAll('\\', '/');
  const sourcesOfBundles = new Map([...bundles].map(([source, file]) => [inRepository(file), source]));
  return {
    bundlesOf: (some) => [...some].sort((a, b) => rank(a) - rank(b)).map((source) => bundles.get(source) ?? source),
    sourceOf: (file) => sourcesOfBundles.get(file) ?? file,
  };
}

/** @param {string} source */
function rank(source) {
  const place = FIRST.indexOf(source);
  return place < 0 ? FIRST.length : place;
}

/** A module that asks where it is gets the place of its source. @type {import('esbuild').Plugin} */
const sourcePlaces = {
  name: 'source-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta')) return undefined;
      const url = JSON.stringify(pathToFileURL(path).href);
      // In front of the first line: the numbers of the lines stay.
      const places = `const __sourceFolder = ${JSON.stringify(dirname(path))}, __sourceUrl = ${url}; `;
      return { contents: places + text, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};
