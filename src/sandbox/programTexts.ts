import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build inserts the text. */
export const CONTAINED_RUN = readFileSync(join(import.meta.dirname, 'containedRun.sh'), 'utf8');
