/** Programs that list files and tell about them: `ls`, `stat`, `du`. */
import type { CommandSpec } from '../commandTable';

export const FILE_LISTING: readonly CommandSpec[] = [];
