// @ts-check
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../runCommand.mjs';
import { makeTemporaryRoot, removeTemporaryRoot } from '../temporaryRoot.mjs';
import { judge, processesOfSecondRun } from './secondRun.mjs';
import { readResult, resultsOfFiles } from './suiteResult.mjs';
import { testEnvironment } from './testEnvironment.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = join(ROOT, 'out', 'test-results');

/** Far above what any file takes by itself. */
const SECOND_RUN_MINUTES = 15;

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {readonly string[]} files relative to the repository, or one name for a suite that only runs as a whole
 * @property {(files: readonly string[]) => readonly string[]} argumentsFor of node, for a process that runs these files
 * @property {number} minutes after which the suite's process is stopped and has failed
 * @property {(file: string) => string} [sourceOf] the test file behind a file that a process reports
 * @property {boolean} secondRun true: what fails is run once more by itself, and is flaky where it then passes
 */

/** @type {Promise<unknown>[]} */
const firstRuns = [];
/** @type {Promise<unknown>} The last of the second runs, which wait for each other. */
let secondRuns = Promise.resolve();

/**
 * Runs the test files of a suite.
 *
 * @param {Suite} suite
 * @param {(line: string) => void} log
 * @returns {Promise<import('./secondRun.mjs').SuiteResult>}
 */
export async function runSuite(suite, log) {
  log(`\n=== ${suite.name} ===`);
  const firstRun = runProcess(suite, suite.name, suite.files, suite.minutes);
  firstRuns.push(firstRun.catch(() => undefined));
  const first = await firstRun;
  const processes = suite.secondRun ? processesOfSecondRun(first.files) : [];
  const again = await (processes.length > 0 ? alone(() => runAgain(suite, processes, log)) : runAgain(suite, [], log));
  const result = judge(first.files, again.files);
  return { ...result, failed: [...result.failed, ...first.unexplained, ...again.unexplained] };
}

/**
 * While no other suite runs.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
function alone(work) {
  const result = Promise.all([...firstRuns, secondRuns]).then(work);
  secondRuns = result.catch(() => undefined);
  return result;
}

/**
 * @param {Suite} suite
 * @param {readonly (readonly string[])[]} processes the files of each
 * @param {(line: string) => void} log
 */
async function runAgain(suite, processes, log) {
  /** @type {Map<string, import('./suiteResult.mjs').FileResult>} */
  const found = new Map();
  /** @type {string[]} */
  const unexplained = [];
  for (const [index, files] of processes.entries()) {
    log(`\n=== ${suite.name}, once more: ${files.join(', ')} ===`);
    const minutes = files.length === 1 ? SECOND_RUN_MINUTES : suite.minutes;
    const again = await runProcess(suite, `${suite.name}-again-${index + 1}`, files, minutes);
    for (const [file, result] of again.files) found.set(file, result);
    unexplained.push(...again.unexplained);
  }
  return { files: found, unexplained };
}

/**
 * @param {Suite} suite
 * @param {string} resultName
 * @param {readonly string[]} files
 * @param {number} minutes
 */
async function runProcess(suite, resultName, files, minutes) {
  await mkdir(RESULTS, { recursive: true });
  const resultFile = join(RESULTS, `${resultName}.jsonl`);
  await rm(resultFile, { force: true });
  // What a test leaves behind, or writes after it has ended, goes with this folder.
  const root = await makeTemporaryRoot({ fast: true });
  const { code } = await runCommand(process.execPath, suite.argumentsFor(files), {
    cwd: ROOT,
    env: { ...testEnvironment(), TMPDIR: join(root, 'tmp'), AUTO_MODE_TEST_RESULT: resultFile },
    inherit: true,
    timeoutSeconds: minutes * 60,
  });
  await removeTemporaryRoot(root);
  const text = await readFile(resultFile, 'utf8').catch(() => undefined);
  const { tests, ...end } = readResult(text, code, ROOT);
  const { sourceOf = (file) => file } = suite;
  const testsOfSources = tests.map((test) => ({ ...test, file: sourceOf(test.file) }));
  return resultsOfFiles({ ...end, tests: testsOfSources }, files, files.length > 1);
}
