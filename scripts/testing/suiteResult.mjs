// @ts-check
import { relative } from 'node:path';

/**
 * @typedef {object} TestResult one test, or one hook that failed
 * @property {string} file relative to the repository; empty where mocha could not tell
 * @property {string} title with the titles of the blocks around it
 * @property {'passed' | 'failed' | 'pending'} state
 * @property {boolean} hook
 * @property {string} why empty unless it failed
 */

/**
 * @typedef {object} ProcessResult what one mocha process came to
 * @property {number} status its exit status
 * @property {boolean} ended whether mocha reached its end
 * @property {readonly TestResult[]} tests
 */

/**
 * @typedef {object} FileResult what one file came to in one process
 * @property {string} incomplete why the file's results cannot be trusted to be all; empty where they can
 * @property {readonly TestResult[]} tests
 */

/**
 * Reads what resultReporter.cjs wrote: one JSON object a line, for each test and at last `{ "ended": true }`.
 *
 * @param {string | undefined} text undefined where the process wrote no file
 * @param {number} status the exit status of the process
 * @param {string} root absolute path of the repository
 * @returns {ProcessResult} a line that is cut off, by the death of the process, is left out
 */
export function readResult(text, status, root) {
  const lines = (text ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const tests = lines.filter((line) => typeof line.title === 'string');
  return {
    status,
    ended: lines.some((line) => line.ended === true),
    tests: tests.map(({ file, title, state, hook, why }) => ({
      file: file === undefined ? '' : relative(root, file).replaceAll('\\', '/'),
      title,
      state,
      hook: hook === true,
      why: why ?? '',
    })),
  };
}

/**
 * Divides the result of a process among the files that it ran.
 *
 * @param {ProcessResult} result
 * @param {readonly string[]} files
 * @param {boolean} parallel true: mocha gave all results of a file at once, when that file had ended
 * @returns {{ files: Map<string, FileResult>, unexplained: string[] }} `unexplained`: why the process failed where no file explains it
 */
export function resultsOfFiles({ status, ended, tests }, files, parallel) {
  const alone = files.length === 1;
  const isOf = (/** @type {TestResult} */ test, /** @type {string} */ file) => test.file === file || alone;
  const failures = tests.filter(({ state }) => state === 'failed');
  const consistent = ended && (status === 0) === (failures.length === 0);
  const end = `the process ended with status ${status}`;
  // A failure outside of all tests, such as the death of one of mocha's own processes, names no file.
  const strays = failures.filter((test) => !files.some((file) => isOf(test, file)));
  const strayReasons = strays.map(({ title, why }) => `${title}: ${why}`);
  const results = new Map(
    files.map((file) => {
      const own = tests.filter((test) => isOf(test, file));
      const complete = own.length > 0 && (alone ? consistent : ended || parallel);
      const why = strayReasons.length > 0 ? strayReasons.join(' | ') : `no result; ${end}`;
      return /** @type {const} */ ([file, { incomplete: complete ? '' : why, tests: own }]);
    }),
  );
  const explained = [...results.values()].some(({ incomplete }) => incomplete !== '');
  if (explained) return { files: results, unexplained: [] };
  return { files: results, unexplained: consistent ? strayReasons : [...strayReasons, end] };
}
