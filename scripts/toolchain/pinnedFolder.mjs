// @ts-check
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A lock whose owner cannot be asked (another machine on a shared home) is taken over after this time. */
const FOREIGN_LOCK_MAX_AGE_MS = 30 * 60 * 1000;

/**
 * Makes sure that a folder with a pinned download is there and works. It is made beside its place and renamed at the
 * end, under a lock: an interrupted install leaves no half folder, and two clones that install at once share one.
 *
 * @param {object} pinned
 * @param {string} pinned.folder absolute path of the finished folder; its name carries the version
 * @param {(folder: string) => Promise<boolean>} pinned.answers whether what lies in that folder works
 * @param {(folder: string) => Promise<void>} pinned.install fills an empty folder; throws with a message for a person
 * @param {(line: string) => void} pinned.log
 * @returns {Promise<string>} the folder
 */
export async function ensurePinnedFolder({ folder, answers, install, log }) {
  if (await answers(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const release = await takeLock(`${folder}.lock`, log);
  try {
    if (await answers(folder)) return folder;
    await removeLeftovers(folder);
    const work = `${folder}.tmp-${randomBytes(4).toString('hex')}`;
    try {
      await mkdir(work, { recursive: true });
      await install(work);
      if (!(await answers(work))) throw new Error(`${basename(folder)} was installed but does not answer.`);
      await rm(folder, { recursive: true, force: true });
      await rename(work, folder);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return folder;
  } finally {
    await release();
  }
}

/** Folders of installs that were killed. Nobody can be filling one of them: we hold the lock. @param {string} folder */
async function removeLeftovers(folder) {
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.tmp-`)) {
      await rm(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}

/**
 * @param {string} lock folder to make: `mkdir` is atomic on every file system
 * @param {(line: string) => void} log
 * @returns {Promise<() => Promise<void>>} gives the lock back
 */
async function takeLock(lock, log) {
  let told = false;
  for (;;) {
    try {
      await mkdir(lock);
      await writeFile(join(lock, 'owner.json'), JSON.stringify({ pid: process.pid, host: hostname() }));
      return () => rm(lock, { recursive: true, force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (await isAbandoned(lock)) {
      // Renamed away first: of two that see the same abandoned lock only one can take it off.
      const away = `${lock}-${randomBytes(4).toString('hex')}`;
      await rename(lock, away).catch(() => undefined);
      await rm(away, { recursive: true, force: true });
      continue;
    }
    if (!told) log(`Another run is installing ${basename(lock, '.lock')}; waiting for it ...`);
    told = true;
    await delay(500);
  }
}

/** @param {string} lock */
async function isAbandoned(lock) {
  try {
    const { pid, host } = JSON.parse(await readFile(join(lock, 'owner.json'), 'utf8'));
    if (host === hostname()) return !isRunning(pid);
  } catch {
    // Just made and not signed yet, or signed by a version that we do not know: only its age tells.
  }
  const age = Date.now() - (await stat(lock).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
  return age > FOREIGN_LOCK_MAX_AGE_MS;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
