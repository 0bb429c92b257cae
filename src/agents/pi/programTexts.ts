import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build inserts the text here. */
export const PI_EXTENSION = readFileSync(join(import.meta.dirname, 'extension.mjs'), 'utf8');
