/**
 * For every simple command of a line, also in wrappers and strings; quotes, braces and known variables are resolved.
 */
import {
  OUTERMOST,
  textWord,
  writtenText,
  type SimpleCommand,
  type VariableAssignment,
  type Word,
} from '../shell/model/analysis';
import { readCall } from '../shell/calls/commandCall';
import type { CommandCall, CommandSpec, OptionSpec } from '../shell/model/commandTable';
import { textGlob, type Glob } from '../files/globs';
import { starPattern } from '../common/starPattern';
import type { CommandForms } from '../calls/command/commandForms';

/** A pattern as a known program's command: `git push --force*` then means `git -C x push origin -f` too. */
export interface CommandStructure {
  readonly specs: readonly CommandSpec[];
  readonly options: readonly WantedOption[];
  readonly operands: (text: string) => boolean;
}

interface WantedOption {
  /** Several if the pattern's word ends with `*`. */
  readonly specs: readonly OptionSpec[];
  readonly value: ((text: string) => boolean) | undefined;
}

/** Undefined: only the text counts, as for unknown programs, or for more than words and `*`. */
export function commandStructure(pattern: string): CommandStructure | undefined {
  if (/[?[\]\\"'$`]/.test(pattern)) return undefined;
  return structureOf(parted(pattern)) ?? structureOf(pattern);
}

/** In `docker run*--privileged*` the option may be anywhere behind `docker run`, as in `git push* --force`. */
function parted(pattern: string): string {
  return pattern.replace(/\*+(?=--?[A-Za-z])/g, ' * ').replace(/(?<=[A-Za-z])\*+(?=\s)/g, ' *');
}

function structureOf(pattern: string): CommandStructure | undefined {
  const tokens = pattern.split(/\s+/).filter((token) => token !== '');
  const call = readCall(commandOf(tokens.map((token) => textWord(isOption(token) ? withoutStar(token) : token, 0))));
  if (call === undefined) return undefined;
  const unlisted = call.unlisted.map((word) => wantedByPrefix(call, writtenText(word), tokens));
  const options: WantedOption[] = call.options.map(({ spec, value }) => ({
    specs: [spec],
    value: value === undefined ? undefined : starPattern(writtenText(value.word).slice(value.from)),
  }));
  for (const token of tokens.filter((candidate) => candidate.startsWith('--') && candidate.endsWith('*'))) {
    const named = optionsStartingWith(call, withoutStar(token));
    const at = options.findIndex(({ specs }) => specs.some((spec) => named.includes(spec)));
    if (at !== -1) options[at] = { specs: named, value: options[at]?.value };
  }
  if (unlisted.includes(undefined)) return undefined;
  options.push(...unlisted.filter((wanted) => wanted !== undefined));
  const operands = call.operands.map(operandText).join(' ');
  const last = tokens.at(-1) ?? '';
  // Without an option: these operands, with any options between. An exact pattern allows none.
  if (options.length === 0 && (operands.replaceAll(/[* ]/g, '') === '' || !last.endsWith('*'))) return undefined;
  const isOpenEnded = isOption(last) && last.endsWith('*');
  return { specs: call.specs, options, operands: starPattern(isOpenEnded ? `${operands}*` : operands) };
}

function operandText(word: Word): string {
  return writtenText(word).replace(/^(?:\.\/+)+(?=.)/, '');
}

function isOption(token: string): boolean {
  return token.startsWith('-') && !token.includes('=');
}

function withoutStar(token: string): string {
  return token.replace(/\*+$/, '');
}

/** `--for*` begins options. */
function wantedByPrefix(call: CommandCall, text: string, tokens: readonly string[]): WantedOption | undefined {
  if (!tokens.includes(`${text}*`)) return undefined;
  const specs = optionsStartingWith(call, text);
  return specs.length === 0 ? undefined : { specs, value: undefined };
}

function optionsStartingWith(call: CommandCall, start: string): readonly OptionSpec[] {
  return call.specs.flatMap(({ options = [] }) =>
    options.filter(({ names }) => names.some((name) => name.startsWith(start))),
  );
}

function commandOf(words: readonly Word[]): SimpleCommand {
  return {
    words,
    assignments: [],
    redirections: [],
    context: OUTERMOST,
    cwd: undefined,
    position: 0,
  };
}

/** Deny and ask. */
export function commandMatchesBroadly(
  { texts, calls, mayBe }: CommandForms,
  text: Glob,
  structure: CommandStructure | undefined,
  pattern: string,
): boolean {
  if (texts.some((form) => text.matches(form))) return true;
  if (structure !== undefined && calls.some((call) => hasStructure(call, structure))) return true;
  return mayBe?.(pattern).some((form) => text.matches(form)) === true;
}

function hasStructure(call: CommandCall, { specs, options, operands }: CommandStructure): boolean {
  if (call.specs.length < specs.length || !specs.every((spec, index) => call.specs[index] === spec)) return false;
  // `npm publish*` is not `npm install publish`.
  if (options.length === 0 && call.specs.length > specs.length) return false;
  const implied = new Set(call.specs.flatMap((spec) => spec.implied?.(call) ?? []));
  const isGiven = ({ specs: wanted, value }: WantedOption): boolean =>
    wanted.some(({ names }) => names.some((name) => implied.has(name))) ||
    call.options.some(
      (given) =>
        wanted.includes(given.spec) &&
        (value === undefined ||
          (given.value !== undefined && value(writtenText(given.value.word).slice(given.value.from)))),
    );
  return options.every(isGiven) && operands(call.operands.map(operandText).join(' '));
}

/**
 * Allow: the pattern (undefined: any words) covers all words and the assignments before them, but none known only at
 * run time.
 */
export function commandMatchesNarrowly(
  { words, assignments }: SimpleCommand,
  text: Glob | undefined,
  pattern: string | undefined,
): boolean {
  const all = [...words, ...assignments.map(({ value }) => value)];
  if (all.some(({ pieces }) => pieces.some(({ kind }) => kind === 'value'))) return false;
  const [name] = words;
  if (name === undefined || /\s/.test(writtenText(name))) return false;
  if (!all.every((word) => isCoverable(word, pattern))) return false;
  if (pattern === undefined) return assignments.length === 0;
  const { leading, rest } = partsOf(pattern);
  // A `*` before the program covers none of them.
  if (rest === '' || assignments.length !== leading.length) return false;
  const isInPattern = ({ name: variable, value, append }: VariableAssignment, index: number): boolean =>
    textGlob(leading[index] ?? '').matches(`${variable}${append ? '+=' : '='}${solid(value)}`);
  if (!assignments.every(isInPattern)) return false;
  // `ls*` covers names of programs, not paths.
  if (writtenText(name).includes('/') && !(rest.split(/\s/, 1)[0] ?? '').includes('/')) return false;
  if (!staysInFolder(words, rest)) return false;
  const command = leading.length === 0 ? text : textGlob(rest);
  return command === undefined || command.matches(words.map(solid).join(' '));
}

function partsOf(pattern: string): { readonly leading: readonly string[]; readonly rest: string } {
  const leading: string[] = [];
  let rest = pattern;
  for (;;) {
    const [whole, assignment] = /^\s*([A-Za-z_]\w*\+?=\S*)(?:\s+|$)/.exec(rest) ?? [];
    if (whole === undefined || assignment === undefined) return { leading, rest };
    leading.push(assignment);
    rest = rest.slice(whole.length);
  }
}

/** `rm build/*` covers files in `build`, but no words behind. */
function staysInFolder(words: readonly Word[], pattern: string): boolean {
  const tokens = pattern.split(/\s+/);
  const last = tokens.at(-1) ?? '';
  if (tokens.length < 2 || !/\/[^*]*\*+$/.test(last) || tokens.slice(0, -1).some((token) => token.includes('*'))) {
    return true;
  }
  const matches = starPattern(last);
  return words.slice(tokens.length - 1).every((word) => matches(writtenText(word)));
}

/** Only `*` covers a blank in a word: a pattern's blank separates words. No word has a null character. */
function solid(word: Word): string {
  return writtenText(word).replaceAll(' ', '\0');
}

function isCoverable(word: Word, pattern: string | undefined): boolean {
  const written = writtenText(word);
  // Text globs use U+E000 for a slash: a subject with it could pass for another.
  if (written.includes('\uE000')) return false;
  const isGlob = word.pieces.some(({ kind }) => kind === 'glob');
  // What the shell finds may be longer than `?` and `[...]` cover.
  if (isGlob && pattern !== undefined && /[?[]/.test(pattern)) return false;
  if (pattern === undefined || pattern.includes('..')) return true;
  // `*` covers no way out. `.*` matches `..` too.
  return !(isGlob ? /(?:^|[/=])\.[.*?[]/ : /(?:^|[/=])\.\.(?:\/|$)/).test(written);
}
