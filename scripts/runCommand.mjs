// @ts-check
import { spawn } from 'node:child_process';
import { stopGroup, stopWithThisProcess } from './processEnd.mjs';

/**
 * @typedef {object} CommandResult
 * @property {number} code exit status; 1 where the command could not be started, 124 where its time ran out
 * @property {string} output what it wrote to standard output and standard error, in order of arrival
 */

/**
 * Runs a command to its end, without a shell where the platform can. Its process group dies with it, so a command that is stopped leaves no
 * child behind.
 *
 * @param {string} command path or name on PATH
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env] the whole environment; by default this process's own
 * @param {boolean} [options.inherit] true: the person sees the output as it comes, and `output` stays empty
 * @param {number} [options.timeoutSeconds] by default half an hour
 * @returns {Promise<CommandResult>}
 */
export function runCommand(command, args, options = {}) {
  const { cwd, env = process.env, inherit = false, timeoutSeconds = 1800 } = options;
  return new Promise((resolve) => {
    // npm and code are batch files on Windows, which only a shell can start.
    const shell = process.platform === 'win32' && !/\.exe$/i.test(command);
    const [program = '', ...words] = shell ? [command, ...args].map(quotedForWindows) : [command, ...args];
    const child = spawn(program, words, {
      cwd,
      env,
      stdio: ['ignore', inherit ? 'inherit' : 'pipe', inherit ? 'inherit' : 'pipe'],
      shell,
      detached: process.platform !== 'win32',
    });
    const stop = () => stopGroup(child.pid);
    const forget = stopWithThisProcess(stop);
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      output += `\n${command} was stopped after ${timeoutSeconds} seconds.\n`;
      stop();
    }, timeoutSeconds * 1000);
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      forget();
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      finish(1);
    });
    child.on('close', (code) => {
      // What a command left running in its group would otherwise outlive the test run.
      stop();
      finish(timedOut ? 124 : (code ?? 1));
    });
  });
}

/** One word for cmd.exe. Names and paths only: no file name on Windows has a quotation mark. @param {string} word */
function quotedForWindows(word) {
  return /^[\w.:=\\/-]+$/.test(word) ? word : `"${word}"`;
}
