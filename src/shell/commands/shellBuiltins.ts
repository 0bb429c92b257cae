/** Builtins of the shell: `cd`, `echo`, `test`. */
import type { CommandSpec } from '../commandTable';

export const SHELL_BUILTINS: readonly CommandSpec[] = [];
