// @ts-check
import { readdir } from 'node:fs/promises';
import { ensureNativeProgram } from './nativePackage.mjs';

export const OPENCODE_VERSION = '1.18.33';
const PACKAGE = 'opencode-ai';

/**
 * The package itself only links to the one of an optional package; its variant without AVX2 runs everywhere.
 *
 * @param {string} modules
 */
async function packageIn(modules) {
  const names = (await readdir(modules).catch(() => [])).filter((name) => name.startsWith('opencode-'));
  const found = names.filter((name) => name !== PACKAGE).sort((a, b) => b.length - a.length);
  return found[0] ?? 'none';
}

/**
 * The real opencode, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the native executable
 */
export function ensureOpencode(log) {
  const dependencies = { [PACKAGE]: OPENCODE_VERSION };
  const wanted = { name: 'opencode', program: 'opencode', version: OPENCODE_VERSION, dependencies, packageIn };
  return ensureNativeProgram(wanted, log);
}
