// @ts-check
import { readFileSync, rmSync, statfsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopWithThisProcess } from './processEnd.mjs';

/** @type {Map<string, () => void>} */
const kept = new Map();

/** Memory: tests make and remove so many small files that a disk can cost more processor time than the tests. */
const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 1024 ** 3;

/** A longer one leaves too little room for the path of a socket. */
const LONGEST_PARENT = 24;

/**
 * Makes a temporary folder that only this user can enter. Its path is real (VS Code resolves the folders it opens, and
 * on macOS the temporary folder lies behind a link) and short: sockets are made below it, and a socket's path may not
 * have more than 103 bytes. It goes when this process ends, however it ends.
 *
 * @param {object} [options]
 * @param {boolean} [options.fast] true: in memory, where this machine has enough of it and TMPDIR does not say otherwise
 * @returns {Promise<string>}
 */
export async function makeTemporaryRoot({ fast = false } = {}) {
  const isAsked = process.env['TMPDIR'] !== undefined;
  const parent = fast && !isAsked && isRoomyMemory() ? IN_MEMORY : shortTemporaryFolder();
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

function shortTemporaryFolder() {
  return process.platform !== 'win32' && tmpdir().length > LONGEST_PARENT ? '/tmp' : tmpdir();
}

function isRoomyMemory() {
  try {
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === IN_MEMORY);
    // Tests run programs that they write.
    if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
