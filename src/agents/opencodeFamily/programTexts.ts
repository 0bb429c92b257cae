import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build inserts the text here. Not read before it is needed: the script after uninstalling has none. */
export function familyPlugin(): string {
  return readFileSync(join(import.meta.dirname, 'plugin.mjs'), 'utf8');
}
