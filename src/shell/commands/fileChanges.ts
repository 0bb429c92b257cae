/** Programs that create, change, move and delete files: `rm`, `cp`, `tee`. */
import type { CommandSpec } from '../commandTable';

export const FILE_CHANGES: readonly CommandSpec[] = [];
