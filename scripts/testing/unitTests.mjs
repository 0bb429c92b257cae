// @ts-check
/**
 * `npm run test:unit`: the tests that need no VS Code. `npm run test:unit -- FILE...` runs just these files,
 * `--grep TEXT` the tests whose names hold it.
 */
import { minimatch } from 'minimatch';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand } from '../runCommand.mjs';
import { makeTemporaryRoot, removeTemporaryRoot } from '../temporaryRoot.mjs';
import { poolArguments } from './testPool.mjs';
import { bundleTests, BUNDLE_NODE_OPTIONS } from './testBundles.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const { values, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: 'string', short: 'g' },
    // Milliseconds of one test: far above what any takes, so that a busy machine meets it.
    timeout: { type: 'string', default: '120000' },
  },
});
const { grep, timeout } = values;

const all = (await readdir(join(ROOT, 'test', 'unit'), { recursive: true }))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/unit/${file.replaceAll('\\', '/')}`);
const sources = patterns.length === 0 ? all : [...new Set(patterns.flatMap(matching))];

/** The tests of a path or a glob. @param {string} pattern */
function matching(pattern) {
  const path = relative(ROOT, resolve(pattern)).replaceAll('\\', '/');
  const found = all.filter((file) => file === path || minimatch(file, path));
  if (found.length > 0) return found;
  console.error(`There is no unit test ${pattern}.`);
  process.exit(1);
}

const { bundlesOf } = await bundleTests(sources);
const files = bundlesOf(sources);
const mocha = [join('node_modules', 'mocha', 'bin', 'mocha.js'), '--timeout', timeout, '--exit'];
// Mocha itself names each test of a few files.
const words =
  grep !== undefined || files.length <= 3
    ? ['--enable-source-maps', ...mocha, ...(grep === undefined ? [] : ['--grep', grep]), ...files]
    : // More at a time than there are cores: some wait for a server.
      poolArguments({ jobs: 3, timeout: Number(timeout) }, files);
const root = await makeTemporaryRoot({ fast: true });
const { code } = await runCommand(process.execPath, [...BUNDLE_NODE_OPTIONS, ...words], {
  cwd: ROOT,
  env: { ...process.env, TMPDIR: join(root, 'tmp') },
  inherit: true,
});
await removeTemporaryRoot(root);
process.exitCode = code ?? 1;
