/** Programs that tell about the machine and its processes: `ps`, `df`, `uname`. */
import type { CommandSpec } from '../commandTable';

export const SYSTEM_STATE: readonly CommandSpec[] = [];
