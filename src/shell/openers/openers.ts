import { ENV } from './env';
import { FIND } from './find';
import { GIT_OPENERS } from './gitStrings';
import { INTERPRETER_OPENERS } from './interpreters';
import type { Opener } from './opener';
import { PREFIX_WRAPPERS } from './prefixWrappers';
import { MAKE } from './make';
import { PROGRAM_STRINGS } from './programStrings';
import { REMOTE } from './remote';
import { RUNNER_OPENERS } from './runners';
import { SHELL_BUILTINS } from './shellBuiltins';
import { SHELLS } from './shells';
import { STRING_WRAPPERS } from './stringWrappers';
import { PARALLEL } from './parallel';
import { TERMINALS } from './terminals';
import { XARGS } from './xargs';

const openers: ReadonlyMap<string, Opener> = new Map(
  [
    PREFIX_WRAPPERS,
    ENV,
    STRING_WRAPPERS,
    SHELLS,
    SHELL_BUILTINS,
    XARGS,
    FIND,
    RUNNER_OPENERS,
    REMOTE,
    INTERPRETER_OPENERS,
    GIT_OPENERS,
    PROGRAM_STRINGS,
    MAKE,
    TERMINALS,
    PARALLEL,
  ].flatMap((family) => [...family]),
);

/** The name has no folder; undefined: not known to run others. */
export function openerFor(name: string): Opener | undefined {
  return openers.get(name) ?? openers.get(withoutVersion(name));
}

/** `python3.11`, `php8.2`. */
function withoutVersion(name: string): string {
  let end = name.length;
  while (end > 0 && '0123456789.-'.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}
