// @ts-check
/**
 * `npm run fuzz`: the properties of the tests, many times as often as in `npm test`, then command lines against real bash, zsh, dash
 * and fish, as far as they are installed. All from one fresh seed, which is printed. `--seed N` runs it again; the other options are those of test/shell/fuzz.ts.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './runCommand.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HOURS = 4;

/** @param {readonly string[]} args of node @param {Record<string, string>} [environment] */
async function run(args, environment = {}) {
  const env = { ...process.env, ...environment };
  const { code } = await runCommand(process.execPath, args, {
    cwd: ROOT,
    env,
    inherit: true,
    timeoutSeconds: HOURS * 3600,
  });
  return code;
}

const options = process.argv.slice(2);
const given = options.indexOf('--seed');
const seed = given >= 0 ? (options[given + 1] ?? '') : String(Math.floor(Math.random() * 2 ** 32));
if (!/^\d{1,10}$/.test(seed)) {
  console.error(`--seed takes a whole number, not "${seed}"`);
  process.exit(1);
}

/** @param {string} suite */
async function propertiesOf(suite) {
  const folder = join('test', suite);
  const found = [];
  for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
    if (!file.endsWith('.test.ts')) continue;
    const text = await readFile(join(ROOT, folder, file), 'utf8');
    if (text.includes('/propertyRuns')) found.push(join(folder, file));
  }
  return found;
}

function installedShells() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return ['bash', 'zsh', 'dash', 'fish'].filter((name) => folders.some((folder) => existsSync(join(folder, name))));
}

const [unit, others] = [
  await propertiesOf('unit'),
  [
    ...(await propertiesOf('sweeps')),
    ...(await propertiesOf('processes')),
    ...(await propertiesOf('limits')),
    ...(await propertiesOf('shell')),
  ],
];
console.log(`${unit.length + others.length} files of properties, seed ${seed}`);
const unitTests = join('scripts', 'testing', 'unitTests.mjs');
const mocha = ['--import', 'tsx', join('node_modules', 'mocha', 'bin', 'mocha.js')];
const patience = ['--timeout', String(HOURS * 3_600_000)];
const fuzz = join('test', 'shell', 'fuzz.ts');
const statuses = [
  await run([unitTests, ...patience, ...unit], { AUTO_MODE_FUZZ_SEED: seed }),
  await run([...mocha, ...patience, ...others], { AUTO_MODE_FUZZ_SEED: seed }),
];
for (const shell of options.includes('--shell') ? [[]] : installedShells().map((name) => ['--shell', name])) {
  statuses.push(await run(['--import', 'tsx', fuzz, ...(given >= 0 ? [] : ['--seed', seed]), ...shell, ...options]));
}
process.exitCode = statuses.find((status) => status !== 0) ?? 0;
