/** Other programs' patterns over shell commands, as `bash(...)` rules. */
import { tooBroad } from './broadCommands';
import type { Translation } from './permissionList';

/** What stands for itself in their patterns, in a shell and in ours. */
const PLAIN = /^[A-Za-z0-9_ ./:@,+%^=*-]+$/;

/**
 * Allow rules for a pattern in which `*` stands for any text, and a last word `*` also for nothing. They cover no command that
 * the pattern does not.
 */
export function allowedCommand(pattern: string): Translation {
  if (/^[* ]*$/.test(pattern)) return { why: 'it covers every command' };
  if (!isPlain(pattern)) {
    return { why: 'it has quotes, variables or other characters that mean something else in a rule, or stray blanks' };
  }
  const why = tooBroad(pattern);
  if (why !== undefined) return { why };
  const isPrefix = pattern.endsWith(' *') && pattern.indexOf('*') === pattern.length - 1;
  const alone = pattern.slice(0, -2);
  return { rules: (isPrefix ? [alone, pattern] : [pattern]).map(bash) };
}

/** Allow rules for the command that is exactly `words`, or begins with them. */
export function allowedPrefix(words: string): Translation {
  return words.includes('*')
    ? { why: 'a * in it stands for itself, which no rule can say' }
    : allowedCommand(`${words} *`);
}

/** Deny or ask rules that catch every command that the pattern catches, with `*` as in `allowedCommand`; they may catch more. */
export function restrictedCommand(pattern: string): Translation {
  if (/^[* ]*$/.test(pattern)) return { rules: ['bash'] };
  if (isPlain(pattern)) {
    const alone = pattern.endsWith(' *') ? [pattern.slice(0, -2)] : [];
    return { rules: [...alone, pattern].filter((text) => !/^[* ]*$/.test(text)).map(bash) };
  }
  // Their patterns are compared with the text of the line, ours with words after quotes and variables are resolved, and with the line.
  const parts = pattern
    .replace(/ \*$/, '')
    .split(/[\s?[\]\\*]+/)
    .filter((part) => part !== '');
  return { rules: [parts.length === 0 ? 'bash' : bash(`*${parts.join('*')}*`)] };
}

/** Deny or ask rules for every command whose text begins with `start`. */
export function restrictedStart(start: string): Translation {
  return restrictedCommand(`${start}*`);
}

/** Deny or ask rules for every command, or line, that contains `text`. */
export function restrictedText(text: string): Translation {
  return restrictedCommand(`*${text}*`);
}

function isPlain(pattern: string): boolean {
  // A variable that is set in front of the program is no word of the command.
  return PLAIN.test(pattern) && !/^ | $| {2}/.test(pattern) && !(pattern.split(' ', 1)[0] ?? '').includes('=');
}

function bash(pattern: string): string {
  return `bash(${pattern})`;
}
