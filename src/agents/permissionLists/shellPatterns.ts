import { tooBroad } from './broadCommands';
import type { Translation } from './permissionList';

/** Literal in patterns and shells. */
const PLAIN = /^[A-Za-z0-9_ ./:@,+%^=*-]+$/;

/** `*` matches any text; as the last word also nothing. Never covers more. */
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

export function allowedPrefix(words: string): Translation {
  return words.includes('*')
    ? { why: 'a * in it stands for itself, which no rule can say' }
    : allowedCommand(`${words} *`);
}

/** May catch more than `allowedCommand`. */
export function restrictedCommand(pattern: string): Translation {
  if (/^[* ]*$/.test(pattern)) return { rules: ['bash'] };
  if (isPlain(pattern)) {
    const alone = pattern.endsWith(' *') ? [pattern.slice(0, -2)] : [];
    return { rules: [...alone, pattern].filter((text) => !/^[* ]*$/.test(text)).map(bash) };
  }
  // Theirs match the line; ours also its words, resolved.
  const parts = pattern
    .replace(/ \*$/, '')
    .split(/[\s?[\]\\*]+/)
    .filter((part) => part !== '');
  return { rules: [parts.length === 0 ? 'bash' : bash(`*${parts.join('*')}*`)] };
}

export function restrictedStart(start: string): Translation {
  return restrictedCommand(`${start}*`);
}

export function restrictedText(text: string): Translation {
  return restrictedCommand(`*${text}*`);
}

function isPlain(pattern: string): boolean {
  // Assignments in front are not the command's words.
  return PLAIN.test(pattern) && !/^ | $| {2}/.test(pattern) && !(pattern.split(' ', 1)[0] ?? '').includes('=');
}

function bash(pattern: string): string {
  return `bash(${pattern})`;
}
