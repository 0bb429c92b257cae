// @ts-check
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'out']);

/**
 * @param {string} root absolute path of the repository
 * @returns {Promise<string[]>} relative paths, with slashes, of all files but those that are installed or made
 */
export async function repositoryFiles(root) {
  /** @type {string[]} */
  const found = [];
  const walk = async (/** @type {string} */ folder) => {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (NOT_OURS.has(entry.name)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  await walk('');
  return found;
}
