// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Map<string, SourceMap | undefined>} */
const maps = new Map();

/**
 * A stack with the lines of the sources. Node's `--enable-source-maps` reads the map of every module that it loads, which takes as long as many
 * tests; this reads only those of modules that a failure names.
 *
 * @param {string} stack of bundled code, each with a `.map` beside it
 * @returns {string} paths relative to the working folder; a place without a map as it is
 */
export function sourceStack(stack) {
  return stack.replaceAll(/(file:\/\/[^\s():]+):(\d{1,9}):(\d{1,9})/g, (place, url, line, column) => {
    const file = fileURLToPath(url);
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const source = resolve(dirname(file), entry.originalSource);
    return `${relative(process.cwd(), source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** @param {string} file */
function mapOf(file) {
  if (!maps.has(file)) {
    const path = `${file}.map`;
    maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
  }
  return maps.get(file);
}
