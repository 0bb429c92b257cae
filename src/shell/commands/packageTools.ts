/** Package managers: `npm`, `pip`, `cargo`. */
import type { CommandSpec } from '../commandTable';

export const PACKAGE_TOOLS: readonly CommandSpec[] = [];
