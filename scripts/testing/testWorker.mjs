// @ts-check
/** A process of testPool.mjs. It runs the test files that it is sent, one after the other, and answers each with what came of it. */
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import Mocha from 'mocha';
import { sourceStack } from './sourceStack.mjs';

const [options = '{}'] = process.argv.slice(2);
const { timeout } = /** @type {{ timeout: number }} */ (JSON.parse(options));
const reporter = fileURLToPath(new URL('resultReporter.cjs', import.meta.url));

/** @param {string} file absolute path */
async function runFile(file) {
  /** @type {string[]} */
  const printed = [];
  /** @type {object[]} */
  const results = [];
  Mocha.reporters.Base.consoleLog = (...words) => printed.push(format(...words));
  const reporterOptions = { write: (/** @type {object} */ line) => results.push(line) };
  const mocha = new Mocha({ timeout, forbidOnly: true, reporter, reporterOptions }).addFile(file);
  await mocha.loadFilesAsync();
  await new Promise((resolve) => {
    mocha.run(resolve).on('fail', (_, error) => {
      if (typeof error?.stack === 'string') error.stack = sourceStack(error.stack);
    });
  });
  // Mocha adds one of each in every run.
  for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event);
  process.on('unhandledRejection', fail);
  mocha.dispose();
  process.send?.({ file, results, printed: printed.join('\n') });
}

/** As mocha's own command does: a rejection that nobody waits for fails the test that runs. @param {unknown} reason */
function fail(reason) {
  throw reason;
}

process.on('unhandledRejection', fail);
process.on('message', (file) => {
  // A rejection ends this process, and the pool names the file.
  void runFile(String(file));
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
