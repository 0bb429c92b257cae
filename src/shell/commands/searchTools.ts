/** Programs that search file contents or names: `grep`, `rg`, `find`, `fd`. */
import type { CommandSpec } from '../commandTable';

export const SEARCH_TOOLS: readonly CommandSpec[] = [];
