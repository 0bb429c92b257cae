// @ts-check
import { ensureNativeProgram } from './nativePackage.mjs';

export const KILO_CODE_VERSION = '7.7.9';
const SYSTEM = process.platform === 'win32' ? 'windows' : process.platform;
/** What `@kilocode/cli` links to; its variant without AVX2 runs everywhere. */
const PACKAGE = `@kilocode/cli-${SYSTEM}-${process.arch}${process.arch === 'x64' ? '-baseline' : ''}`;

/**
 * The real Kilo Code, for the tests with real agents.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the native executable
 */
export function ensureKiloCode(log) {
  const dependencies = { [PACKAGE]: KILO_CODE_VERSION };
  const packageIn = () => Promise.resolve(PACKAGE);
  const wanted = { name: 'Kilo Code', program: 'kilo', version: KILO_CODE_VERSION, dependencies, packageIn };
  return ensureNativeProgram(wanted, log);
}
