// @ts-check
/**
 * `npm test`: everything there is, on a fresh clone with nothing else typed. `node scripts/test.mjs ui agents` runs just
 * these suites. The last line is `N passed, N failed`; the exit status is 0 only where none failed. What this machine
 * cannot run is named, and counts as failed where CI is set. A test of an editor or an agent that fails is run once
 * more by itself and named as flaky where it then passes. Node's own modules only until the packages are installed.
 */
import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './dependencies.mjs';
import { runCommand } from './runCommand.mjs';
import { runSuite } from './testing/runSuite.mjs';
import { poolArguments } from './testing/testPool.mjs';
import { Tally } from './testing/tally.mjs';
import { ensureChromium } from './toolchain/chromium.mjs';
import { ensureClaudeCode } from './toolchain/claudeCode.mjs';
import { ensureCodex } from './toolchain/codex.mjs';
import { ensureCopilot } from './toolchain/copilot.mjs';
import { ensureEmbeddedEditor } from './toolchain/embeddedEditor.mjs';
import { ensureKiloCode } from './toolchain/kiloCode.mjs';
import { ensureGeminiCli, ensureQwenCode } from './toolchain/npmAgents.mjs';
import { ensureOpencode } from './toolchain/opencode.mjs';
import { ensurePi } from './toolchain/pi.mjs';
import { ensureSandbox } from './toolchain/sandbox.mjs';
import { ensureShells } from './toolchain/shells.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

const CORES = availableParallelism();

const tally = new Tally();

/** @param {string} line */
const log = (line) => console.log(line);

/** @typedef {'product' | 'editor' | 'browser' | 'claudeCode' | 'codex' | 'copilot' | 'opencode' | 'kiloCode' | 'pi' | 'geminiCli' | 'qwenCode' | 'shells' | 'sandbox'} Prerequisite */

/** @type {Record<Prerequisite, () => Promise<unknown>>} What suites may need, each made at most once. */
const prerequisites = {
  product: once(async () => (await import('./package.mjs')).packageProduct()),
  editor: once(() => ensureEmbeddedEditor(log)),
  // The suites ask for it again: this way they need not search.
  browser: once(async () => (process.env['AUTO_MODE_CHROMIUM'] = await ensureChromium(log))),
  claudeCode: once(() => ensureClaudeCode(log)),
  codex: once(() => ensureCodex(log)),
  copilot: once(() => ensureCopilot(log)),
  opencode: once(() => ensureOpencode(log)),
  kiloCode: once(() => ensureKiloCode(log)),
  pi: once(() => ensurePi(log)),
  qwenCode: once(() => ensureQwenCode(log)),
  geminiCli: once(() => ensureGeminiCli(log)),
  shells: once(() => ensureShells(log)),
  sandbox: once(() => ensureSandbox(log)),
};

/** @type {Record<string, () => Promise<void>>} */
const suites = {
  types: async () => {
    const projects = ['tsconfig.json', 'webview-ui/tsconfig.json', 'test/tsconfig.json', 'scripts/tsconfig.json'];
    await Promise.all(projects.map((project) => check(`types of ${project}`, 'typescript/bin/tsc', ['-p', project])));
  },
  lint: async () => {
    const { checkFormat } = await import('./testing/formatCheck.mjs');
    await Promise.all([
      check('eslint', 'eslint/bin/eslint.js', ['.', '--max-warnings', '0']),
      checkFormat(ROOT).then((result) => report('prettier', result)),
    ]);
  },
  // The time limits find what hangs; they are far above what any test takes, so that a busy machine meets them.
  unit: () => mochaSuite('unit', { seconds: 120, minutes: 40, jobs: 3, bundled: true }),
  sweeps: () => mochaSuite('sweeps', { seconds: 120, minutes: 20, bundled: true }),
  assembly: () => mochaSuite('assembly', { seconds: 120, minutes: 20, bundled: true }),
  processes: () => mochaSuite('processes', { seconds: 300, minutes: 30, bundled: true }),
  limits: () => mochaSuite('limits', { seconds: 120, minutes: 20, bundled: true }),
  shell: () => mochaSuite('shell', { seconds: 300, minutes: 30, needs: ['shells'] }),
  contained: () => mochaSuite('contained', { seconds: 300, minutes: 30, needs: ['sandbox'] }),
  package: () => mochaSuite('package', { seconds: 120, minutes: 15, needs: ['product'] }),
  vscode: () => vscodeSuite(),
  ui: () =>
    mochaSuite('ui', { seconds: 300, minutes: 60, jobs: 2, needs: ['product', 'editor', 'browser'], secondRun: true }),
  agents: () =>
    mochaSuite('agents', {
      seconds: 300,
      minutes: 60,
      jobs: 2,
      needs: [
        'product',
        'editor',
        'browser',
        'claudeCode',
        'codex',
        'copilot',
        'opencode',
        'kiloCode',
        'pi',
        'geminiCli',
        'qwenCode',
      ],
      secondRun: true,
    }),
};

/** What fails soonest comes first. Suites of one row run at the same time where there are two cores, so that none is idle. */
const ROWS = [
  ['types'],
  ['lint', 'unit'],
  ['sweeps', 'assembly'],
  ['processes', 'limits'],
  // Runs at their bounds take the whole machine.
  ['contained', 'package'],
  ['shell', 'vscode'],
  ['ui', 'agents'],
];

/**
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
function once(make) {
  /** @type {Promise<T> | undefined} */
  let made;
  return () => (made ??= make());
}

/**
 * A program whose exit status is its only result.
 *
 * @param {string} what
 * @param {string} script below node_modules
 * @param {readonly string[]} args
 */
async function check(what, script, args) {
  report(what, await runCommand(process.execPath, [join(MODULES, script), ...args], { cwd: ROOT }));
}

/** @param {string} what @param {import('./runCommand.mjs').CommandResult} result */
function report(what, { code, output }) {
  if (code !== 0) log(`${what} failed:\n${output}`);
  tally.add(what, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
}

/**
 * The test files of one folder, in processes of their own.
 *
 * @param {string} name of the folder below test/
 * @param {object} suite
 * @param {number} suite.seconds after which a test has failed
 * @param {number} suite.minutes after which the suite is stopped and has failed
 * @param {number} [suite.jobs] how many files run at a time: more than there are cores only where programs mostly wait for each other
 * @param {readonly Prerequisite[]} [suite.needs]
 * @param {boolean} [suite.secondRun]
 * @param {boolean} [suite.bundled] true: the tests are bundled first, for a suite whose sources take long to load
 */
async function mochaSuite(name, { seconds, minutes, jobs = 2, needs = [], secondRun = false, bundled = false }) {
  const files = (await readdir(join(ROOT, 'test', name), { recursive: true }).catch(() => []))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${name}/${file.replaceAll('\\', '/')}`);
  if (files.length === 0) return tally.addNotRun(name, `there are no tests in test/${name}`);
  const { nodeOptions, bundlesOf, sourceOf } = bundled ? await bundles(files) : unbundled;
  const pool = { jobs: Math.min(jobs, CORES + 1), timeout: seconds * 1000 };
  await suiteWith(needs, {
    name,
    files,
    argumentsFor: (some) => [...nodeOptions, ...poolArguments(pool, bundlesOf(some))],
    minutes,
    sourceOf,
    secondRun,
  });
}

const unbundled = {
  nodeOptions: ['--import', 'tsx'],
  bundlesOf: (/** @type {readonly string[]} */ files) => files,
  sourceOf: (/** @type {string} */ file) => file,
};

/** @param {readonly string[]} files */
async function bundles(files) {
  const { bundleTests, BUNDLE_NODE_OPTIONS } = await import('./testing/testBundles.mjs');
  return { nodeOptions: BUNDLE_NODE_OPTIONS, ...(await bundleTests(files)) };
}

/** The tests that run inside VS Code's extension host, which run as a whole only. */
async function vscodeSuite() {
  const args = ['--import', 'tsx', join('test', 'vscode', 'runInEmbeddedEditor.ts')];
  await suiteWith(['product', 'editor', 'browser'], {
    name: 'vscode',
    files: ['test/vscode'],
    argumentsFor: () => args,
    minutes: 15,
    secondRun: true,
  });
}

/**
 * @param {readonly Prerequisite[]} needs
 * @param {import('./testing/runSuite.mjs').Suite} suite
 */
async function suiteWith(needs, suite) {
  for (const need of needs) {
    try {
      await prerequisites[need]();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // A product that cannot be built is our own failure, whatever the machine.
      if (need === 'product') tally.add(`${suite.name}: ${why}`, 0, 1);
      else tally.addNotRun(suite.name, why);
      return;
    }
  }
  tally.addSuite(suite.name, await runSuite(suite, log));
}

/** @param {string} name */
async function runNamed(name) {
  const started = performance.now();
  try {
    await suites[name]?.();
  } catch (error) {
    log(String(error));
    tally.add(`${name}: the suite could not run`, 0, 1);
  }
  tally.addTime(name, (performance.now() - started) / 1000);
}

async function main() {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in suites));
  if (unknown.length > 0) {
    throw new Error(`Unknown suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}`);
  }
  await ensureDependencies(log);
  // What an earlier run kept of its failures would pass for this one's.
  await rm(join(ROOT, 'out', 'failures'), { recursive: true, force: true });
  for (const row of ROWS) {
    const names = row.filter((name) => asked.length === 0 || asked.includes(name));
    if (CORES > 1) await Promise.all(names.map(runNamed));
    else for (const name of names) await runNamed(name);
  }
}

try {
  await main();
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  tally.add('the test run itself', 0, 1);
}
const isCi = !['', '0', 'false', undefined].includes(process.env['CI']);
const { lines, status } = tally.close(isCi);
log(`\n${lines.join('\n')}`);
process.exitCode = status;
