// @ts-check
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopWithThisProcess } from './processEnd.mjs';

/** @type {Map<string, () => void>} */
const kept = new Map();

/**
 * Makes a temporary folder that only this user can enter. Its path is real (VS Code resolves the folders it opens, and
 * on macOS the temporary folder lies behind a link) and short: sockets are made below it, and a socket's path may not
 * have more than 103 bytes. It goes when this process ends, however it ends.
 *
 * @returns {Promise<string>}
 */
export async function makeTemporaryRoot() {
  const parent = process.platform !== 'win32' && tmpdir().length > 20 ? '/tmp' : tmpdir();
  const root = await realpath(await mkdtemp(join(parent, 'am-')));
  kept.set(
    root,
    stopWithThisProcess(() => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })),
  );
  await mkdir(join(root, 'tmp'));
  return root;
}

/** @param {string} root */
export async function removeTemporaryRoot(root) {
  // What was just stopped may still be writing its last file.
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  kept.get(root)?.();
  kept.delete(root);
}
