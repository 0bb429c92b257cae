// @ts-check
import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './debianPackages.mjs';

/**
 * bubblewrap, in which contained runs are tried. Without it the suite fails on Linux, and says what to install.
 *
 * @param {(line: string) => void} log
 */
export async function ensureSandbox(log) {
  if (process.platform !== 'linux' || existsSync('/usr/bin/bwrap')) return;
  if (!(await canInstallPackages()))
    throw new Error('Install bubblewrap (sudo apt install bubblewrap), then try again.');
  log('Installing bubblewrap for the tests ...');
  await installPackages(['bubblewrap']);
}
