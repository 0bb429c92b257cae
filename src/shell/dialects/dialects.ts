import type { Shell } from '../model/analysis';
import type { Dialect } from './dialect';
import { FISH } from './fish';
import { POSIX } from './posix';
import { ZSH } from './zsh';

const DIALECTS: Partial<Record<Shell, Dialect>> = { zsh: ZSH, sh: POSIX, fish: FISH };

/** Undefined: bash, or unknown as a whole. */
export function dialectOf(shell: Shell): Dialect | undefined {
  return DIALECTS[shell];
}
