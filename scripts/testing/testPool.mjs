// @ts-check
import { fork } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = fileURLToPath(new URL('runTestFiles.mjs', import.meta.url));
const WORKER = fileURLToPath(new URL('testWorker.mjs', import.meta.url));

/**
 * @typedef {object} FileAnswer
 * @property {string} file
 * @property {{ state?: string }[]} results lines of suiteResult.mjs
 * @property {string} printed mocha's list of the file's tests
 */

/**
 * @typedef {object} PoolOptions
 * @property {number} jobs how many processes
 * @property {number} timeout milliseconds of one test
 */

/** @param {PoolOptions} options @param {readonly string[]} files @returns the arguments of node for a pool of these files */
export function poolArguments(options, files) {
  return [COMMAND, JSON.stringify(options), ...files.map((file) => resolve(ROOT, file))];
}

/**
 * Runs test files in several processes. Each takes the next file when it has ended one. Mocha's own `--parallel` sends every event of
 * every test between its processes, which costs more time than most of our tests. The results of a file go, when it has ended, to the file that
 * AUTO_MODE_TEST_RESULT names.
 *
 * @param {PoolOptions} options
 * @param {readonly string[]} files absolute paths
 * @returns {Promise<boolean>} whether there were tests and none failed
 */
export async function runPool(options, files) {
  const started = performance.now();
  const waiting = [...files];
  const counts = { passed: 0, failed: 0, pending: 0 };
  /** @param {FileAnswer} answer */
  const take = ({ file, results, printed }) => {
    record(results);
    const own = { passed: 0, failed: 0, pending: 0 };
    for (const { state } of results) if (state !== undefined) own[/** @type {keyof typeof own} */ (state)] += 1;
    for (const state of /** @type {const} */ (['passed', 'failed', 'pending'])) counts[state] += own[state];
    const name = nameOf(file);
    console.log(own.failed > 0 ? `\n${name}${printed}` : `  ${name}  ${own.passed}`);
  };
  const processes = Array.from({ length: Math.min(options.jobs, files.length) }, async () => {
    while (waiting.length > 0) await oneProcess(options, waiting, take);
  });
  await Promise.all(processes);
  record([{ ended: true }]);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.pending} pending in ${seconds} s`);
  return counts.failed === 0 && counts.passed > 0;
}

/** Where a bundle lies says nothing to a reader. @param {string} file */
function nameOf(file) {
  const path = relative(ROOT, file).replaceAll('\\', '/');
  const [, source] = /\/tests-[^/]*\/(.*)\.mjs$/.exec(path) ?? [];
  return source === undefined ? path : `${source}.ts`;
}

/** @param {readonly object[]} lines */
function record(lines) {
  const file = process.env['AUTO_MODE_TEST_RESULT'];
  if (file !== undefined) appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/**
 * One process until nothing waits, or it dies: then the file that it ran has failed.
 *
 * @param {PoolOptions} options
 * @param {string[]} waiting
 * @param {(answer: FileAnswer) => void} take
 * @returns {Promise<void>}
 */
function oneProcess(options, waiting, take) {
  return new Promise((ended) => {
    const child = fork(WORKER, [JSON.stringify(options)], { execArgv: process.execArgv });
    // Taken before it is ready: a process that cannot start fails a file each time, and so comes to an end.
    let running = waiting.shift();
    child.on('message', (message) => {
      const answer = /** @type {FileAnswer | { ready: true }} */ (message);
      if ('file' in answer) {
        take(answer);
        running = waiting.shift();
      }
      if (running === undefined) child.disconnect();
      else child.send(running);
    });
    child.once('exit', (code, signal) => {
      if (running !== undefined) {
        const why = `its process ended with ${signal ?? `status ${code}`}`;
        take({ file: running, results: [asFailed(running, why)], printed: ` failed: ${why}` });
      }
      ended();
    });
  });
}

/** @param {string} file @param {string} why */
function asFailed(file, why) {
  return { file, title: 'the file as a whole', state: 'failed', hook: true, why };
}
