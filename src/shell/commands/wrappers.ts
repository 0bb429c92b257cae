/** Programs that run another one: `timeout`, `env`, `xargs`. What they run is found by `openers/` and judged by itself. */
import type { CommandSpec } from '../commandTable';

export const WRAPPERS: readonly CommandSpec[] = [];
