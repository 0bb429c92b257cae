// @ts-check
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Whether a module is the program that node was started with, rather than imported by one.
 *
 * @param {string} url the module's `import.meta.url`, in which links are resolved
 */
export function isMain(url) {
  const program = process.argv[1];
  return program !== undefined && pathToFileURL(realpathSync(program)).href === url;
}
