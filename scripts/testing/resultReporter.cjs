// @ts-check
'use strict';

const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

const MAX_REASON = 800;

/**
 * All of the message, on one line: its first line alone is often "Expected values to be strictly equal".
 *
 * @param {Error | undefined} error
 */
function reasonOf(error) {
  // Colours and cursor movements of the programs under test.
  const plain = String(error?.message ?? error).replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '');
  const line = plain.split(/\s*\n\s*/).join(' | ');
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}

/**
 * Mocha's list of tests for people, and the counts and failures for scripts/test.mjs in the file that AUTO_MODE_TEST_RESULT names:
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
    /** @type {string[]} */
    const failed = [];
    runner.on('fail', (test, error) => {
      failed.push(`${test.fullTitle()}: ${reasonOf(error)}`);
    });
    runner.once('end', () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      writeFileSync(file, JSON.stringify({ passes, failures, pending, failed }));
    });
  }
};
