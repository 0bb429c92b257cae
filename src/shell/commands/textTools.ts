/** Programs that print, count, sort and transform text. */
import type { CommandSpec } from '../commandTable';

export const TEXT_TOOLS: readonly CommandSpec[] = [];
