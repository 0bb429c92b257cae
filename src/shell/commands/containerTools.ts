/** `docker`, `kubectl`, `helm` and their like. */
import type { CommandSpec } from '../commandTable';

export const CONTAINER_TOOLS: readonly CommandSpec[] = [];
