// @ts-check
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './toolchain/npm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** `engines.node` of package.json. */
const OLDEST_NODE = 20;

/**
 * Brings `node_modules` up to `package-lock.json`. Everything in scripts/ that uses a package must be imported after it.
 *
 * @param {(line: string) => void} log
 */
export async function ensureDependencies(log) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Error(`This needs Node ${OLDEST_NODE} or newer; it runs on ${process.version}.`);
  }
  // npm writes this file last.
  const [installed, wanted] = await Promise.all(
    ['node_modules/.package-lock.json', 'package-lock.json'].map((path) =>
      stat(join(ROOT, path)).catch(() => undefined),
    ),
  );
  if (installed !== undefined && wanted !== undefined && installed.mtimeMs >= wanted.mtimeMs) return;
  log('Installing the development packages (npm ci) ...');
  // None of them needs its install script, and what does not run cannot fail.
  await runNpm(['ci', '--ignore-scripts'], { cwd: ROOT });
}
