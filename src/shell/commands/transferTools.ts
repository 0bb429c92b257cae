/** Programs that move data between files, archives and other machines: `curl`, `tar`, `rsync`. */
import type { CommandSpec } from '../commandTable';

export const TRANSFER_TOOLS: readonly CommandSpec[] = [];
