// @ts-check

/**
 * What a suite's mocha process left in its result file; see resultReporter.cjs.
 *
 * @typedef {object} SuiteResult
 * @property {number} passes
 * @property {number} failures
 * @property {number} pending
 * @property {readonly string[]} failed a line for each failed test or hook: its title and why
 */

const MAX_FAILURES_SHOWN = 50;

/** Adds up a test run, and tells a run that passed from one that did not run. */
export class Tally {
  #passed = 0;
  #failed = 0;
  /** @type {string[]} */
  #suites = [];
  /** @type {string[]} */
  #notRun = [];
  /** @type {string[]} */
  #failures = [];

  /** @param {string} name @param {number} passed @param {number} failed */
  add(name, passed, failed) {
    this.#passed += passed;
    this.#failed += failed;
    // Never in the form of the closing line: that one is looked for by programs.
    this.#suites.push(`${name}: ${passed} of ${passed + failed} passed`);
  }

  /** @param {string} name @param {string} why */
  addNotRun(name, why) {
    this.#notRun.push(`${name}: ${why}`);
  }

  /**
   * A suite that ran nothing, or whose process failed for another reason than a test, has failed.
   *
   * @param {string} name
   * @param {number} status the exit status of the suite's process
   * @param {SuiteResult | undefined} result undefined where there is none
   */
  addSuite(name, status, result) {
    if (result === undefined) {
      this.add(`${name} (ended with status ${status} and no result)`, 0, 1);
      return;
    }
    const { passes, failures, pending, failed } = result;
    this.#failures.push(...failed.map((line) => `${name}: ${line}`));
    if (pending > 0) this.addNotRun(name, `${pending} tests skipped themselves`);
    const consistent = (status === 0) === (failures === 0) && passes + failures > 0;
    if (consistent) this.add(name, passes, failures);
    else this.add(`${name} (ended with status ${status})`, passes, failures + 1);
  }

  /**
   * @param {boolean} isCi what was not run counts as failed there: nobody reads the lines
   * @returns {{ lines: string[], status: 0 | 1 }} the last line is `N passed, N failed`
   */
  close(isCi) {
    // Near the end, where they are seen in a log of which only the last page is kept.
    const shown = this.#failures.slice(0, MAX_FAILURES_SHOWN);
    const more = this.#failures.length - shown.length;
    const lines = shown.map((line) => `FAILED ${line}`);
    if (more > 0) lines.push(`FAILED and not named here: ${more}`);
    lines.push(...this.#suites, ...this.#notRun.map((line) => `Not run: ${line}`));
    const failed = this.#failed + (isCi ? this.#notRun.length : 0);
    if (failed > this.#failed) lines.push('CI is set: each suite that was not run counts as failed.');
    lines.push(`${this.#passed} passed, ${failed} failed`);
    return { lines, status: failed === 0 && this.#passed > 0 ? 0 : 1 };
  }
}
