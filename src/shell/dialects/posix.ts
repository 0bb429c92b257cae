/** dash and BusyBox's shell, or bash under the name `sh`: what the reader does not know by itself. */
import { BUILTINS_BEYOND_POSIX } from './builtinNames';
import type { Dialect } from './dialect';

export const POSIX: Dialect = {
  word({ source, from, to, place }) {
    if (place === 'here-document') return undefined;
    // BusyBox drops the slash behind an unknown user.
    return /(?:^|:)~[^/:]/.test(source.slice(from, to)) ? 'a tilde with a name' : undefined;
  },
  gap: () => undefined,
  script: () => undefined,
  variable: () => undefined,
  redirections: () => undefined,
  command({ words: [first, second], context }) {
    const name = first?.text;
    if (name === undefined || context.via.some((outer) => outer !== 'command')) return undefined;
    if (BUILTINS_BEYOND_POSIX.has(name)) return `${name} is a program for some shells`;
    // dash takes them for the program.
    const isOption = second !== undefined && (second.text === undefined || second.text.startsWith('-'));
    return isOption && (name === 'exec' || name === 'eval') ? `an option of ${name}` : undefined;
  },
};
