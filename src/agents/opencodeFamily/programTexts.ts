import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build inserts the text. Read on demand: the uninstall script has none. */
export function familyPlugin(): string {
  return readFileSync(join(import.meta.dirname, 'plugin.mjs'), 'utf8');
}
