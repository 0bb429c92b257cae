// @ts-check

const MAX_FAILURES_SHOWN = 50;

/** In a whole run: more of them, and nobody could say what a passed run proves. */
const MOST_FLAKY = 2;

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
  /** @type {string[]} */
  #flaky = [];
  /** @type {string[]} */
  #times = [];

  /** @param {string} name @param {number} passed @param {number} failed */
  add(name, passed, failed) {
    this.#passed += passed;
    this.#failed += failed;
    // Never in the form of the closing line: that one is looked for by programs.
    this.#suites.push(`${name}: ${passed} of ${passed + failed} passed`);
  }

  /** @param {string} name @param {number} seconds what it took, beside the others of its row */
  addTime(name, seconds) {
    this.#times.push(`${name} ${Math.round(seconds)} s`);
  }

  /** @param {string} name @param {string} why */
  addNotRun(name, why) {
    this.#notRun.push(`${name}: ${why}`);
  }

  /**
   * A suite that ran nothing has failed.
   *
   * @param {string} name
   * @param {import('./secondRun.mjs').SuiteResult} result
   */
  addSuite(name, { passes, pending, failed, flaky }) {
    this.#failures.push(...failed.map((line) => `${name}: ${line}`));
    this.#flaky.push(...flaky.map((line) => `${name}: ${line}`));
    if (pending > 0) this.addNotRun(name, `${pending} tests skipped themselves`);
    if (passes + failed.length > 0) this.add(name, passes, failed.length);
    else this.add(`${name} (ran nothing)`, 0, 1);
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
    lines.push(...this.#flaky.map((line) => `FLAKY (failed once, passed once) ${line}`));
    if (this.#times.length > 0) lines.push(`Took: ${this.#times.join(', ')}`);
    let failed = this.#failed;
    if (isCi && this.#notRun.length > 0) {
      failed += this.#notRun.length;
      lines.push('CI is set: each suite that was not run counts as failed.');
    }
    if (this.#flaky.length > MOST_FLAKY) {
      failed += 1;
      lines.push(`More than ${MOST_FLAKY} flaky tests count as one that failed.`);
    }
    lines.push(`${this.#passed} passed, ${failed} failed`);
    return { lines, status: failed === 0 && this.#passed > 0 ? 0 : 1 };
  }
}
