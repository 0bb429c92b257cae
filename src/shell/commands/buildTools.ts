/** Compilers, interpreters and build tools, whose version can be asked for. */
import type { CommandSpec } from '../commandTable';

export const BUILD_TOOLS: readonly CommandSpec[] = [];
