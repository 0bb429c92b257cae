/** `git` and its sub-commands. */
import type { CommandSpec } from '../commandTable';

export const GIT: readonly CommandSpec[] = [];
