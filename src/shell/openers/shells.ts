/** `bash -c TEXT`, `sh -s`, `bash <<E`, a script file. */
import { table } from '../../common/table';
import { OTHER_SHELLS } from '../../facts/programs';
import { programName, writtenText, type Shell, type SimpleCommand, type Word } from '../model/analysis';
import { knownStart, mayBeOption, maySplit, wordFrom } from '../model/words';
import type { Opened, Opener } from './opener';
import { standardInputs } from './standardInput';

interface ShellDialect {
  readonly shell: Shell;
  /** Read as another language: findings are incomplete. */
  readonly isApproximate: boolean;
  readonly letters: string;
  /** The next word is their value: `-o pipefail`. */
  readonly valueLetters: string;
  readonly longFlags: readonly string[];
  readonly longValues: readonly string[];
}

/** Others may change a line's meaning: `keyword` takes arguments for variables, `lastpipe` keeps what a pipe reads. */
const HARMLESS_SETTINGS: ReadonlySet<string> = new Set(
  (
    'allexport errexit errtrace functrace monitor noclobber noexec noglob nounset pipefail posix privileged verbose ' +
    'xtrace dotglob extglob failglob globstar inherit_errexit nocaseglob nullglob'
  ).split(' '),
);

const BASH: ShellDialect = {
  shell: 'bash',
  isApproximate: false,
  letters: 'abefhimnprstuvxlcBCDEHPT',
  valueLetters: 'oO',
  longFlags:
    'debug debugger dump-po-strings dump-strings help login noediting noprofile norc posix pretty-print restricted verbose version wordexp'.split(
      ' ',
    ),
  longValues: ['init-file', 'rcfile'],
};
const DASH: ShellDialect = {
  shell: 'sh',
  isApproximate: false,
  letters: 'aefnuvxIimpsclbqVEC',
  valueLetters: 'o',
  longFlags: [],
  longValues: [],
};
/** Other letters may change a line's meaning. */
const ZSH: ShellDialect = {
  shell: 'zsh',
  isApproximate: false,
  letters: 'cefilsuvx',
  valueLetters: '',
  longFlags: ['login', 'interactive', 'no-rcs'],
  longValues: [],
};
const OTHER: ShellDialect = {
  shell: 'bash',
  isApproximate: true,
  letters: 'abefhikmnprstuvxlcCdgGNPXyQTVY',
  valueLetters: 'o',
  longFlags: ['login', 'interactive', 'no-config', 'no-rcs', 'private', 'noprofile', 'norc'],
  longValues: [],
};

/** `sh` may be bash. */
const DIALECTS: Readonly<Record<string, ShellDialect>> = table({
  bash: BASH,
  rbash: BASH,
  sh: { ...BASH, shell: 'sh', letters: BASH.letters + DASH.letters },
  dash: DASH,
  ash: { ...DASH, longFlags: ['login'] },
  ...Object.fromEntries(OTHER_SHELLS.split(' ').map((name) => [name, OTHER])),
  zsh: ZSH,
});

export const SHELLS: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  ...Object.entries(DIALECTS).map(
    ([name, dialect]) => [name, (command: SimpleCommand) => openShell(command, dialect)] as const,
  ),
  ['fish', openFish],
]);

/** Before the text of `-c TEXT`, `--init-command=TEXT`; the shortest is an option's. */
const FISH_TEXT = /^(?:-[a-zA-Z]*?[cC]|--(?:init-)?command(?:=|$))/;

/** fish runs the text of every `-c` and `-C`. */
function openFish(command: SimpleCommand): Opened | undefined {
  const words = command.words.slice(1);
  const texts = words.flatMap((word, at) => {
    const [start] = FISH_TEXT.exec(knownStart(word)) ?? [];
    if (start === undefined) return [];
    const text = word.text === start ? words[at + 1] : wordFrom(word, start.length);
    return text === undefined ? [] : [text];
  });
  if (texts.length === 0) return openShell(command, OTHER);
  const isExact = words.slice(0, -1).every((word, at) => {
    const isLast = at === words.length - 2;
    return (isLast ? /^-[il]*c$/ : /^(?:-[iNl]+|--login|--interactive|--no-config)$/).test(word.text ?? '');
  });
  const [last] = words.slice(-1);
  const isSure = isExact && words.length > 1 && last !== undefined && !maySplit(last);
  return {
    scripts: texts.map((text) => ({ text, shell: 'fish' })),
    ...(isSure ? {} : { unknown: 'fish may run more than one text' }),
  };
}

type ShellCall =
  | { readonly runs: 'text'; readonly text: Word }
  | { readonly runs: 'file'; readonly file: Word }
  | { readonly runs: 'input' | 'nothing' };

function openShell(command: SimpleCommand, dialect: ShellDialect): Opened | undefined {
  const name = programName(command) ?? '';
  const { call, doubt } = readShellCall(command.words.slice(1), dialect, name);
  const approximate = dialect.isApproximate ? `${name} reads another language than bash` : undefined;
  switch (call.runs) {
    case 'nothing':
      return doubt === undefined ? undefined : { unknown: doubt };
    case 'file':
      return doubt === undefined ? undefined : { unknown: doubt };
    case 'text':
      return scriptsOf([call.text], dialect, doubt ?? approximate);
    case 'input': {
      const inputs = standardInputs(command);
      const unsure = inputs.isCertain ? approximate : `${name} runs what it reads from its input`;
      return scriptsOf(inputs.texts, dialect, doubt ?? unsure);
    }
  }
}

function scriptsOf(texts: readonly Word[], { shell }: ShellDialect, unknown: string | undefined): Opened {
  return { scripts: texts.map((text) => ({ text, shell })), ...(unknown === undefined ? {} : { unknown }) };
}

function readShellCall(
  words: readonly Word[],
  dialect: ShellDialect,
  name: string,
): { readonly call: ShellCall; readonly doubt: string | undefined } {
  let doubt: string | undefined;
  let isText = false;
  let isInput = false;
  let at = 0;
  const strange = (word: Word): void => {
    doubt ??= `${name} may read ${JSON.stringify(writtenText(word))} as an option that is not known`;
  };
  for (let word = words[at]; word !== undefined; word = words[at]) {
    // The text, unless it may be an option.
    if (!mayBeShellOption(word)) break;
    at += 1;
    const { text } = word;
    if (text === undefined) {
      strange(word);
      if (!/^[-+]/.test(writtenText(word))) {
        at -= 1;
        break;
      }
      continue;
    }
    if (text === '--' || text === '-') break;
    const long = text.replace(/^--?/, '');
    if (dialect.longValues.includes(long)) {
      at += 1;
      continue;
    }
    if (dialect.longFlags.includes(long)) {
      if (long === 'help' || long === 'version') return { call: { runs: 'nothing' }, doubt };
      continue;
    }
    if (text.startsWith('--')) {
      strange(word);
      continue;
    }
    for (const letter of text.slice(1)) {
      if (letter === 'c' && text.startsWith('-')) isText = true;
      else if (letter === 's' && text.startsWith('-')) isInput = true;
      if (dialect.valueLetters.includes(letter)) {
        const value = words[at];
        if (value !== undefined && !HARMLESS_SETTINGS.has(value.text ?? '')) strange(value);
        at += 1;
      } else if (!dialect.letters.includes(letter) || (letter === 'B' && text.startsWith('+'))) strange(word);
    }
  }
  const operand = words[at];
  if (operand !== undefined && maySplit(operand)) strange(operand);
  if (isText) return { call: operand === undefined ? { runs: 'nothing' } : { runs: 'text', text: operand }, doubt };
  if (isInput || operand === undefined) return { call: { runs: 'input' }, doubt };
  // Other names of its input.
  if (/^(?:\/dev\/(?:stdin|fd\/)|\/proc\/self\/fd\/|<\()/.test(writtenText(operand)))
    return { call: { runs: 'input' }, doubt };
  return { call: { runs: 'file', file: operand }, doubt };
}

/** Also `+e`, and run-time words. */
function mayBeShellOption(word: Word): boolean {
  return word.text === '-' || mayBeOption(word) || writtenText(word).startsWith('+');
}

/** The file that a started shell reads, or its input. Undefined: no shell, or it runs a text. */
export function shellScript(
  command: SimpleCommand,
): { readonly file: Word | 'input'; readonly shell: Shell; readonly isCertain: boolean } | undefined {
  const name = programName(command) ?? '';
  const dialect = name === 'fish' ? { ...OTHER, shell: 'fish' as const } : DIALECTS[name];
  if (dialect === undefined) return undefined;
  const { call, doubt } = readShellCall(command.words.slice(1), dialect, name);
  if (call.runs !== 'file' && call.runs !== 'input') return undefined;
  const isCertain = doubt === undefined && (name === 'fish' || !dialect.isApproximate);
  return { file: call.runs === 'file' ? call.file : 'input', shell: dialect.shell, isCertain };
}
