/** dash and BusyBox's shell, or bash as `sh`. */
import { BUILTINS_BEYOND_POSIX } from './builtinNames';
import type { Dialect } from './dialect';

/** Versions differ in splitting what is outside quotes. */
const ASSIGNED_WHOLE = /^(?:[^$`]*|\w+="[^"]*")$/;

export const POSIX: Dialect = {
  word({ source, from, to, place }) {
    if (place === 'here-document') return undefined;
    const written = source.slice(from, to);
    // BusyBox then takes `&&` for a word too.
    if (written === '[[') return '[[ as a word';
    // BusyBox drops the slash behind an unknown user, such as `:` outside of assignments.
    const named = place === 'assigned' ? /(?:^|:)~[^/:]/ : /^~[^/]|:~[^/:]/;
    return named.test(written) ? 'a tilde with a name' : undefined;
  },
  gap: () => undefined,
  script: () => undefined,
  variable: () => undefined,
  redirections: () => undefined,
  command({ words: [first, ...rest] }) {
    const [second] = rest;
    const name = first?.text;
    if (name === undefined) return undefined;
    if (BUILTINS_BEYOND_POSIX.has(name)) return `${name} is a program for some shells`;
    if ((name === 'export' || name === 'readonly') && !rest.every(({ raw }) => ASSIGNED_WHOLE.test(raw)))
      return `${name} may set more than it names`;
    // dash takes them for the program.
    const isOption = second !== undefined && (second.text === undefined || second.text.startsWith('-'));
    return isOption && (name === 'exec' || name === 'eval') ? `an option of ${name}` : undefined;
  },
};
