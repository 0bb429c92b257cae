// @ts-check
'use strict';

const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

/**
 * Mocha's list of tests for people, and the counts for scripts/test.mjs in the file that AUTO_MODE_TEST_RESULT names:
 * an exit status alone cannot tell a suite that passed from one that ran nothing.
 */
module.exports = class ResultReporter extends reporters.Spec {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} [options]
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env['AUTO_MODE_TEST_RESULT'];
    if (file === undefined) return;
    // In case the run never ends, there must be no result of an earlier one.
    runner.once('start', () => writeFileSync(file, ''));
    runner.once('end', () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      writeFileSync(file, JSON.stringify({ passes, failures, pending }));
    });
  }
};
