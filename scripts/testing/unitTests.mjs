// @ts-check
/**
 * `npm run test:unit`: the tests that need no VS Code. `npm run test:unit -- FILE...` runs just these files; mocha's own options may
 * come along.
 */
import { minimatch } from 'minimatch';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../runCommand.mjs';
import { makeTemporaryRoot, removeTemporaryRoot } from '../temporaryRoot.mjs';
import { bundleTests, BUNDLE_NODE_OPTIONS } from './testBundles.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const asked = process.argv.slice(2);
const patterns = asked.filter((word) => word.endsWith('.ts'));
const options = asked.filter((word) => !word.endsWith('.ts'));

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
const mocha = [...BUNDLE_NODE_OPTIONS, join('node_modules', 'mocha', 'bin', 'mocha.js')];
const configuration = ['--config', join('test', 'unit', '.mocharc.json')];
// More at a time than there are cores: many wait for a server or a process that they started.
const parallel = files.length > 3 ? ['--parallel', '--jobs', '3'] : [];
const root = await makeTemporaryRoot({ fast: true });
const { code } = await runCommand(process.execPath, [...mocha, ...configuration, ...parallel, ...options, ...files], {
  cwd: ROOT,
  env: { ...process.env, TMPDIR: join(root, 'tmp') },
  inherit: true,
});
await removeTemporaryRoot(root);
process.exitCode = code ?? 1;
