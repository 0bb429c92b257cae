// @ts-check
import { readFile } from 'node:fs/promises';
import { runCommand } from '../runCommand.mjs';

/** Whether packages of the system can be installed without asking anybody. */
export async function canInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && (await isDebianFamily());
}

async function isDebianFamily() {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} whether all are installed now
 */
export async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A fresh image has no package lists, and an old list names versions that are gone.
  await runCommand('apt-get', ['update', '-qq'], { env, timeoutSeconds: 300 });
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const { code } = await runCommand('apt-get', args, { env, timeoutSeconds: 900 });
  return code === 0;
}
