/**
 * Permission rules on shell commands. They are tried on every simple command of a line, also on those inside wrappers and strings,
 * after quotes, braces and known variables are resolved.
 */
import { programName, textWord, writtenText, type SimpleCommand, type Word } from '../../shell/analysis';
import { readCall } from '../../shell/commandCall';
import type { CommandCall, CommandSpec, OptionSpec } from '../../shell/commandTable';
import type { Glob } from '../globs';
import { starPattern } from '../starPattern';

/**
 * A pattern read as a command whose program has a table: the same options in any spelling, order and cluster, wherever they stand.
 * `git push --force*` then also means `git -C x push origin -f`.
 */
export interface CommandStructure {
  /** The program and its sub-commands. */
  readonly specs: readonly CommandSpec[];
  readonly options: readonly WantedOption[];
  readonly operands: (text: string) => boolean;
}

interface WantedOption {
  /** The options that the pattern's word may mean: several where it ends with `*`. */
  readonly specs: readonly OptionSpec[];
  readonly value: ((text: string) => boolean) | undefined;
}

/** Undefined where the pattern names no option of a known program, or is more than words and `*`: then its text alone counts. */
export function commandStructure(pattern: string): CommandStructure | undefined {
  if (/[?[\]\\"'$`]/.test(pattern)) return undefined;
  const tokens = pattern.split(/\s+/).filter((token) => token !== '');
  if (!tokens.some((token) => token.startsWith('-') && token !== '-')) return undefined;
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
  const operands = call.operands.map(writtenText).join(' ');
  const last = tokens.at(-1) ?? '';
  const isOpenEnded = isOption(last) && last.endsWith('*');
  return { specs: call.specs, options, operands: starPattern(isOpenEnded ? `${operands}*` : operands) };
}

function isOption(token: string): boolean {
  return token.startsWith('-') && !token.includes('=');
}

function withoutStar(token: string): string {
  return token.replace(/\*+$/, '');
}

/** A word such as `--for*`, which is no option by itself but the beginning of some. */
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
    context: {
      pipe: undefined,
      conditional: false,
      substitution: false,
      function: undefined,
      background: false,
      via: [],
      asOtherUser: false,
      elsewhere: undefined,
    },
    cwd: undefined,
    position: 0,
  };
}

/** A command in every form in which deny and ask rules are tried on it. */
export interface CommandForms {
  readonly command: SimpleCommand;
  /** As written, with the program's bare name, and without options in front of the sub-command. */
  readonly texts: readonly string[];
  readonly call: CommandCall | undefined;
}

export function commandForms(command: SimpleCommand, platform: NodeJS.Platform): CommandForms {
  const call = readCall(command);
  const words = command.words.map(writtenText);
  const texts = new Set([words.join(' ')]);
  const program = programName(command);
  if (program !== undefined) {
    texts.add([program, ...words.slice(1)].join(' '));
    // The file systems there find `rm` by any spelling.
    if (platform === 'darwin') texts.add([program.toLowerCase(), ...words.slice(1)].join(' '));
  }
  if (call !== undefined && call.specs.length > 1) texts.add(withoutLeadingOptions(call).join(' '));
  return { command, texts: [...texts], call };
}

/** `git -C x push origin` as `git push origin`. */
function withoutLeadingOptions({ command, specs, options }: CommandCall): readonly string[] {
  const values = new Set(options.map(({ value }) => value?.word));
  const rest = [...command.words.slice(1)];
  const names = [programName(command) ?? ''];
  for (const { names: spellings } of specs.slice(1)) {
    const at = rest.findIndex((word) => !values.has(word) && word.text !== undefined && spellings.includes(word.text));
    names.push(writtenText(rest[at] ?? textWord('', 0)));
    rest.splice(0, at + 1);
  }
  return [...names, ...rest.map(writtenText)];
}

/** Deny and ask: whether one form of the command is what the pattern means. */
export function commandMatchesBroadly(
  { texts, call }: CommandForms,
  text: Glob,
  structure: CommandStructure | undefined,
): boolean {
  if (texts.some((form) => text.matches(form))) return true;
  return structure !== undefined && call !== undefined && hasStructure(call, structure);
}

function hasStructure(call: CommandCall, { specs, options, operands }: CommandStructure): boolean {
  if (call.specs.length < specs.length || !specs.every((spec, index) => call.specs[index] === spec)) return false;
  const implied = new Set(call.specs.flatMap((spec) => spec.implied?.(call) ?? []));
  const isGiven = ({ specs: wanted, value }: WantedOption): boolean =>
    wanted.some(({ names }) => names.some((name) => implied.has(name))) ||
    call.options.some(
      (given) =>
        wanted.includes(given.spec) &&
        (value === undefined ||
          (given.value !== undefined && value(writtenText(given.value.word).slice(given.value.from)))),
    );
  return options.every(isGiven) && operands(call.operands.map(writtenText).join(' '));
}

/**
 * Allow: whether the pattern (undefined: any words) covers all words of the command exactly as they will be, and the assignments in front of them. Words that are
 * only known when they run are never covered.
 */
export function commandMatchesNarrowly(
  { words, assignments }: SimpleCommand,
  text: Glob | undefined,
  pattern: string | undefined,
): boolean {
  const isKnown = (word: Word): boolean => word.pieces.every(({ kind }) => kind !== 'value');
  if (![...words, ...assignments.map(({ value }) => value)].every(isKnown)) return false;
  const [name] = words;
  if (name === undefined || /\s/.test(writtenText(name))) return false;
  if (assignments.length > 0 && pattern === undefined) return false;
  const written = [
    ...assignments.map(({ name, value, append }) => `${name}${append ? '+=' : '='}${writtenText(value)}`),
    ...words.map(writtenText),
  ];
  // `*` stands for names below what comes before it, not for a way out.
  if (pattern !== undefined && !pattern.includes('..') && written.some((word) => /(?:^|[/=])\.\.(?:\/|$)/.test(word)))
    return false;
  const line = written.join(' ');
  // U+E000 stands for a slash inside text globs; a subject that holds it could pass for something that it is not.
  return !line.includes('\uE000') && (text === undefined || text.matches(line));
}
