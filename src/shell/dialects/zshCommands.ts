import type { SimpleCommand, Word } from '../model/analysis';
import { BUILTINS_BEYOND_ZSH } from './builtinNames';
import { ZSH_PARAMETERS, ZSH_WORDS } from './zshNames';

/** `%1` continues a job, and `..` enters a folder. */
const JOB_OR_FOLDER = /^%|^\.+$|\/$/;

type Check = (words: readonly Word[]) => boolean;

const always: Check = () => true;
const alone: Check = (words) => words.length === 0;
const names: Check = (words) => words.every(({ text }) => /^[A-Za-z_]\w*$/.test(text ?? ''));
/** zsh evaluates what should be a number. */
const numbers: Check = (words) => words.every(isNumber);

/** With these words zsh does the same. */
const SAME: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...['echo', 'true', 'false', ':', 'pwd', 'type', 'which', 'kill'].map((name) => [name, always] as const),
  ...['jobs', 'umask', 'ulimit', 'times', 'wait'].map((name) => [name, alone] as const),
  ...['exit', 'return', 'break', 'continue', 'shift'].map((name) => [name, numbers] as const),
  ['cd', entersOneFolder],
  ['printf', printsText],
  ['test', comparesTexts],
  ['[', comparesTexts],
  ['export', (words) => words.every(({ text }) => /^[A-Za-z_]\w*=/.test(text ?? ''))],
  ['unset', names],
  ['read', (words) => names(words[0]?.text === '-r' ? words.slice(1) : words)],
  ['set', always],
  ['command', runsProgram],
]);

export function zshCommandObjection({ words, redirections }: SimpleCommand): string | undefined {
  const [first, ...rest] = words;
  if (first === undefined) {
    return redirections.length > 0 ? 'a redirection without a command, for which zsh runs one' : undefined;
  }
  const name = first.text;
  if (name === undefined) return undefined;
  const check = SAME.get(name);
  if (check === undefined) {
    const isOther = ZSH_WORDS.has(name) || BUILTINS_BEYOND_ZSH.has(name) || JOB_OR_FOLDER.test(name);
    return isOther ? `${name} is another command in zsh` : undefined;
  }
  return check(rest) ? undefined : `${name} may do more in zsh with these words`;
}

export function isBuiltinOfZsh(name: string): boolean {
  return ZSH_WORDS.has(name);
}

export function zshVariableObjection(name: string): string | undefined {
  const isSpecial = ZSH_PARAMETERS.has(name) || /^(?:ZSH|zsh|dis|ZLE|ZDOTDIR|compstate|HIST|REPORT)/.test(name);
  return isSpecial ? `the variable ${name} has a meaning of its own in zsh` : undefined;
}

function isNumber({ text, pieces }: Word): boolean {
  if (text !== undefined) return /^-?\d{1,15}$/.test(text);
  return pieces.every((piece) => piece.kind === 'value' && /^\$(?:[?!$]|\(\([^=]*\)\))$/.test(piece.text));
}

/** Two words replace a part of the path; `+1` names an entry of the stack. */
function entersOneFolder(words: readonly Word[]): boolean {
  const [folder, ...others] = words[0]?.text === '--' ? words.slice(1) : words;
  return others.length === 0 && (folder?.text === undefined || !/^[-+=]/.test(folder.text));
}

/** Other conversions evaluate what they print. */
function printsText(words: readonly Word[]): boolean {
  const [format] = words[0]?.text === '--' ? words.slice(1) : words;
  if (format?.text === undefined) return format === undefined;
  return !format.text.startsWith('-') && !format.text.replace(/%%|%-?\d*s/g, '').includes('%');
}

const COMPARES_NUMBERS = /^-(?:eq|ne|lt|le|gt|ge|t)$/;

function comparesTexts(words: readonly Word[]): boolean {
  return words.every((word, at) => {
    if (word.text === undefined)
      return word.pieces.every((piece) => piece.kind !== 'value' || piece.quoted || isNumber(word));
    if (!COMPARES_NUMBERS.test(word.text)) return true;
    const [before, after] = [words[at - 1], words[at + 1]];
    if (word.text === '-t') return after !== undefined && isNumber(after);
    return before !== undefined && after !== undefined && isNumber(before) && isNumber(after);
  });
}

/** zsh's `command` runs programs only. */
function runsProgram(words: readonly Word[]): boolean {
  const [first, ...others] = words;
  if (first?.text === '-v' || first?.text === '-V') return others.length > 0;
  return first?.text !== undefined && !first.text.startsWith('-') && !ZSH_WORDS.has(first.text);
}
