import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build inserts the text here. */
export const OPENCODE_PLUGIN = readFileSync(join(import.meta.dirname, 'plugin.mjs'), 'utf8');
