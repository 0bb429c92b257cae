/** All programs that run others, by name. */
import { ENV } from './env';
import { FIND } from './find';
import type { Opener } from './opener';
import { PREFIX_WRAPPERS } from './prefixWrappers';
import { SHELL_BUILTINS } from './shellBuiltins';
import { SHELLS } from './shells';
import { XARGS } from './xargs';

const openers: ReadonlyMap<string, Opener> = new Map(
  [PREFIX_WRAPPERS, ENV, SHELLS, SHELL_BUILTINS, XARGS, FIND].flatMap((family) => [...family]),
);

/** How the program of this name (without its folder) runs others; undefined: it is not known to. */
export function openerFor(name: string): Opener | undefined {
  return openers.get(name);
}
