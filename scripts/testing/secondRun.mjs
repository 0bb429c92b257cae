// @ts-check

/** @typedef {import('./suiteResult.mjs').FileResult} FileResult */
/** @typedef {import('./suiteResult.mjs').TestResult} TestResult */

/**
 * @typedef {object} SuiteResult
 * @property {number} passes
 * @property {number} pending
 * @property {readonly string[]} failed a line for each failed test or hook: its title and why
 * @property {readonly string[]} flaky likewise, for each that failed in one run and passed in the other
 */

/** With more of them the product is broken rather than the machine busy, and a second run only takes time. */
const MOST_FAILED_FILES = 6;

/** Up to so many files without a result run one after the other, each by itself. */
const MOST_FILES_ALONE = 6;

/**
 * What to run once more. The tests of a file share a window and build on each other, so a whole file is the least that
 * can be run by itself.
 *
 * @param {ReadonlyMap<string, FileResult>} first
 * @returns {string[][]} the files of each further process
 */
export function processesOfSecondRun(first) {
  const entries = [...first];
  const missing = entries.filter(([, { incomplete }]) => incomplete !== '').map(([file]) => file);
  const failed = entries
    .filter(([file, result]) => !missing.includes(file) && hasFailure(result))
    .map(([file]) => file);
  return [
    ...(failed.length > MOST_FAILED_FILES ? [] : failed.map((file) => [file])),
    // The process died early, most likely: what it did not come to is run as it would have been.
    ...(missing.length > MOST_FILES_ALONE ? [missing] : missing.map((file) => [file])),
  ];
}

/**
 * @param {ReadonlyMap<string, FileResult>} first
 * @param {ReadonlyMap<string, FileResult>} second of the files that were run once more
 * @returns {SuiteResult}
 */
export function judge(first, second) {
  const results = [...first].map(([file, result]) => {
    const again = second.get(file);
    return again === undefined ? judgeOnce(file, result) : judgeTwice(file, result, again);
  });
  return {
    passes: results.reduce((sum, { passes }) => sum + passes, 0),
    pending: results.reduce((sum, { pending }) => sum + pending, 0),
    failed: results.flatMap(({ failed }) => failed),
    flaky: [...results.flatMap(({ flaky }) => flaky), ...deaths(first, second)],
  };
}

/**
 * A line for each process that died once, however many files it took with it.
 *
 * @param {ReadonlyMap<string, FileResult>} first
 * @param {ReadonlyMap<string, FileResult>} second
 */
function deaths(first, second) {
  const recovered = [...first].filter(
    ([file, { incomplete }]) => incomplete !== '' && second.get(file)?.incomplete === '',
  );
  const reasons = new Set(recovered.map(([, { incomplete }]) => incomplete));
  return [...reasons].map((reason) => {
    const files = recovered.filter(([, { incomplete }]) => incomplete === reason).map(([file]) => file);
    return `${files.join(', ')}: ${reason}`;
  });
}

/** @param {FileResult} result */
function hasFailure({ tests }) {
  return tests.some(({ state }) => state === 'failed');
}

/** @param {string} file @param {FileResult} result @returns {SuiteResult} */
function judgeOnce(file, { incomplete, tests }) {
  const failed = tests.filter(({ state }) => state === 'failed').map(({ title, why }) => `${title}: ${why}`);
  if (incomplete !== '') failed.push(`${file}: ${incomplete}`);
  return { passes: count(tests, 'passed'), pending: count(tests, 'pending'), failed, flaky: [] };
}

/**
 * A failure is forgiven only where the other run shows that the same test passes. A hook has no line of its own where it
 * passes: it has passed in the second run where that one reached its end without it failing again.
 *
 * @param {string} file
 * @param {FileResult} first
 * @param {FileResult} second
 * @returns {SuiteResult}
 */
function judgeTwice(file, first, second) {
  const [before, after] = [byTitle(first.tests), byTitle(second.tests)];
  /** @type {string[]} */
  const failed = [];
  /** @type {string[]} */
  const flaky = [];
  let passes = 0;
  let pending = 0;
  for (const title of new Set([...before.keys(), ...after.keys()])) {
    const [one, two] = [before.get(title), after.get(title)];
    const failure = two?.state === 'failed' ? two : one?.state === 'failed' ? one : undefined;
    if (failure === undefined) {
      if (one?.state === 'passed' || two?.state === 'passed') passes += 1;
      else pending += 1;
      continue;
    }
    const other = failure === two ? one : two;
    const hookPassed = failure === one && failure.hook && other === undefined && second.incomplete === '';
    if (other?.state === 'passed') passes += 1;
    const line = `${title}: ${failure.why}`;
    (other?.state === 'passed' || hookPassed ? flaky : failed).push(line);
  }
  // The second run alone has shown every test of the file: without its end, some may never have run.
  if (second.incomplete !== '') failed.push(`${file}: ${second.incomplete}`);
  return { passes, pending, failed, flaky };
}

/**
 * @param {readonly TestResult[]} tests
 * @returns {Map<string, TestResult>} of tests with the same title, and of results of the same test, one that failed
 */
function byTitle(tests) {
  const results = new Map();
  for (const test of tests) {
    if (results.get(test.title)?.state !== 'failed') results.set(test.title, test);
  }
  return results;
}

/** @param {readonly TestResult[]} tests @param {TestResult['state']} wanted */
function count(tests, wanted) {
  return tests.filter(({ state }) => state === wanted).length;
}
