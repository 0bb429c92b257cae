/** `gh`, GitHub's command line. */
import type { CommandSpec } from '../commandTable';

export const GITHUB: readonly CommandSpec[] = [];
