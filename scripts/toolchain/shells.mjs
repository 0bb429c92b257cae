// @ts-check
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackages } from './debianPackages.mjs';

/** Each is a package of the same name. */
const SHELLS = ['zsh', 'dash', 'busybox', 'fish'];

/**
 * The shells that lines are held against, installed where that is possible without asking anybody. Tests in one that is
 * missing skip themselves.
 *
 * @param {(line: string) => void} log
 */
export async function ensureShells(log) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = SHELLS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (missing.length === 0 || !(await canInstallPackages())) return;
  log(`Installing shells for the tests (${missing.join(', ')}) ...`);
  await installPackages(missing);
}
