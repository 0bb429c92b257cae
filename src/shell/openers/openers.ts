/** All programs that run others, by name. */
import type { Opener } from './opener';

const openers = new Map<string, Opener>();

/** How the program of this name (without its folder) runs others; undefined: it is not known to. */
export function openerFor(name: string): Opener | undefined {
  return openers.get(name);
}
