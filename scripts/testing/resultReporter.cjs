// @ts-check
'use strict';

const { appendFileSync } = require('node:fs');
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

/** Line by line: a process that dies leaves the results it had. @param {string} file */
function writerOf(file) {
  return (/** @type {object} */ line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/**
 * Mocha's list of tests for people, and each result for scripts/test.mjs, to `write` of its options or in the file that
 * AUTO_MODE_TEST_RESULT names: an exit status alone cannot tell a suite that passed from one that ran nothing. See
 * suiteResult.mjs for the lines.
 */
module.exports = class ResultReporter extends reporters.Spec {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} [options]
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env['AUTO_MODE_TEST_RESULT'];
    const write = options?.reporterOptions?.write ?? (file === undefined ? undefined : writerOf(file));
    if (write === undefined) return;
    const result = (/** @type {import('mocha').Runnable} */ test, /** @type {string} */ state) => ({
      file: test.file,
      title: test.fullTitle(),
      state,
    });
    runner.on('pass', (test) => write(result(test, 'passed')));
    runner.on('pending', (test) => write(result(test, 'pending')));
    runner.on('fail', (/** @type {import('mocha').Test | import('mocha').Hook} */ test, error) => {
      write({ ...result(test, 'failed'), hook: test.type === 'hook', why: reasonOf(error) });
    });
    runner.once('end', () => write({ ended: true }));
  }
};
