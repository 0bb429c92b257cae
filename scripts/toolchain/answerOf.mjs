// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../runCommand.mjs';

/**
 * Asks a program something short, such as its version. It sees a home folder of its own: many programs write to the
 * user's even then.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} [more] of its environment
 * @returns {Promise<string | undefined>} what it printed; undefined where it is not there or fails
 */
export async function answerOf(program, args, more = {}) {
  const home = await mkdtemp(join(tmpdir(), 'am-home-'));
  try {
    const env = { PATH: process.env['PATH'], HOME: home, USERPROFILE: home, DISABLE_AUTOUPDATER: '1', ...more };
    const { code, output } = await runCommand(program, args, { env, timeoutSeconds: 180 });
    return code === 0 ? output.trim() : undefined;
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
