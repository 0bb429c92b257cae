// @ts-check
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where downloads of pinned versions live, shared by all clones of a user: the platform's cache folder, so that nothing
 * but a download is lost when it is emptied.
 *
 * @param {{ platform?: NodeJS.Platform, env?: NodeJS.ProcessEnv, home?: string }} [machine] for tests
 * @returns {string} absolute path; the folder need not exist yet
 */
export function cacheFolder({ platform = process.platform, env = process.env, home = homedir() } = {}) {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'auto-mode');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'auto-mode', 'Cache');
  // The XDG base directory specification says that a relative value is to be ignored.
  const xdg = env['XDG_CACHE_HOME'];
  return join(xdg?.startsWith('/') ? xdg : join(home, '.cache'), 'auto-mode');
}
