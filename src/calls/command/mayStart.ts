/** What a program that is not known may start: its words from any of them on, and its texts. Only to block. */
import { MESSAGE_OPTION, STARTS_WORDS, TAKES_NO_COMMAND } from '../../facts/takesNoCommand';
import { oncePerWith } from '../../common/oncePer';
import { programName, textWord, writtenText, type Analysis, type SimpleCommand } from '../../shell/model/analysis';
import { readingsOf } from '../../shell/calls/readings';
import { interpreterCall } from '../../shell/openers/interpreters';
import { openerFor } from '../../shell/openers/openers';
import { standardInputs } from '../../shell/openers/standardInput';
import { VERSION_ONLY } from '../../shell/tables/buildTools';
import { runTolerantly } from './openedTolerantly';

export interface MayStart {
  /** Made when asked for: a text may have many words. */
  readonly command: () => SimpleCommand;
  /** `first`: nothing but options is before it; `text`: it is in a text, maybe in prose. */
  readonly from: 'first' | 'words' | 'text';
  /** In the text something is before it that starts programs: right before it, or anywhere. */
  readonly isStarted?: 'here' | 'before';
}

/** By the program's name, without its folder. */
export type MayStarts = ReadonlyMap<string, readonly MayStart[]>;

/** Each is read on its own. */
const MOST_OPENED = 8;
/** The first is always read. */
const MOST_CHARACTERS_OPENED = 262_144;
/** Of a text's words. */
const MOST_BEHIND = 64;

/** @throws InputProblem for too much */
export const mayStart = oncePerWith((analysis: Analysis, home: string): MayStarts => {
  const found = new Map<string, MayStart[]>();
  for (const command of analysis.commands) {
    const use = startsWhat(command);
    for (const { name, value } of setFor(command, use)) addValue(name, value, command, found);
    if (use === 'nothing') continue;
    wordsOf(command, home, found);
    if (use === 'all') for (const { text, behind } of textsOf(command)) addText(text, command, found, behind);
  }
  for (const { language, text, command } of analysis.code) {
    if (language === 'other') addText(writtenText(text), command, found);
  }
  return found;
});

/** Characters read again for each: seconds for longer lines. */
const MOST_READ = 4_194_304;

/** Only a text's words are few. */
export function isTooMuch(starts: readonly MayStart[], { script }: Analysis): boolean {
  return starts.filter(({ from }) => from !== 'text').length * script.length > MOST_READ;
}

function startsWhat(command: SimpleCommand): 'nothing' | 'words' | 'all' {
  const name = programName(command) ?? '';
  if (name === '' || TAKES_NO_COMMAND.has(name)) return 'nothing';
  const opener = openerFor(name);
  const { commands = [], scripts = [], code = [] } = opener?.(command) ?? {};
  if (commands.length + scripts.length + code.length > 0) return 'nothing';
  if (STARTS_WORDS.has(name) || interpreterCall(command) !== undefined) return 'words';
  if (VERSION_ONLY.has(name)) return 'words';
  return opener === undefined && readingsOf(command).length === 0 ? 'all' : 'nothing';
}

function wordsOf(command: SimpleCommand, home: string, found: Map<string, MayStart[]>): void {
  let opened = 0;
  let read = 0;
  let isFirst = true;
  let before = '';
  const { words } = command;
  words.forEach((word, at) => {
    const { text } = word;
    if (at === 0) return;
    // `--exec=rm` starts it with the next words.
    const [, option = '', value = ''] = GLUED.exec(text ?? '') ?? [];
    if (text?.startsWith('-') === true) {
      if (text !== '--') before = text;
      const name = STARTER.test(option) ? nameIn(value) : '';
      if (name === '') return;
      const inner = [textWord(value, word.position), ...words.slice(at + 1)];
      add(found, name, { command: () => ({ ...command, words: inner }), from: 'first' });
      return;
    }
    const name = nameIn(text ?? '');
    const from = isFirst || STARTS_NEXT.test(before) ? 'first' : 'words';
    isFirst = false;
    before = text ?? '';
    if (name === '') return;
    add(found, name, { command: () => ({ ...command, words: words.slice(at) }), from });
    if (openerFor(name) === undefined || opened >= MOST_OPENED || read > MOST_CHARACTERS_OPENED) return;
    opened += 1;
    const script = words
      .slice(at)
      .map(({ raw }) => raw)
      .join(' ');
    read += script.length;
    const { cwd } = command;
    const { platform } = command.context;
    for (const inner of runTolerantly(script, { cwd, home, platform }).commands) {
      add(found, programName(inner) ?? '', { command: () => inner, from });
    }
  });
}

/** `yarn workspace a exec rm`, `zz --exec rm`. */
const STARTS_NEXT = /^(?:exec|x|dlx|spawn|-c|--?\w*(?:exec|spawn|cmd|command|shell))$/i;

const GLUED = /^(--?[\w-]+)=(.*)$/s;

/** `behind`: the option or the program that it is for. */
function textsOf(command: SimpleCommand): readonly { readonly text: string; readonly behind: string }[] {
  const words = command.words.map(writtenText);
  const [name = ''] = words;
  const given = words.flatMap((text, at) => {
    if (at === 0 || !/\s/.test(text)) return [];
    const [, option, value] = GLUED.exec(text) ?? [];
    const before = option ?? words[at - 1] ?? name;
    if (MESSAGE_OPTION.test(before)) return [];
    return [{ text: value ?? text, behind: before.startsWith('-') ? before : name }];
  });
  return [...given, ...standardInputs(command).texts.map((word) => ({ text: writtenText(word), behind: name }))];
}

/** Builtins that keep variables for later programs. */
const EXPORTS = /^(?:export|declare|typeset|local|readonly|setenv)$/;
const VARIABLE = /^(?:-D)?\s*([A-Za-z_][\w.:-]*)\s*[:+?]*=\s*(.*)$/s;
/** What a program starts by itself, with words of its own behind. */
const NAMES_PROGRAM =
  /(?:^|_)(?:PAGER|EDITOR|VISUAL|BROWSER|SHELL|ASKPASS|WRAPPER|LAUNCHER|RSH|SSH|PROGRAM|EXTERNAL_DIFF)$|_COMMAND$|^LESS(?:OPEN|CLOSE)$/i;
const MESSAGE_VARIABLE = /(?:^|_)(?:MSG|MESSAGE|TITLE|TEXT|DESC\w*|COMMENT|SUBJECT|BODY|NOTES?|NAME|PROMPT|QUERY)$/i;

/** Variables that programs may take a command from: `PAGER='rm x' git log`, `make CC='rm x'`. */
function setFor(
  command: SimpleCommand,
  use: 'nothing' | 'words' | 'all',
): readonly { readonly name: string; readonly value: string }[] {
  const { words, assignments } = command;
  const before = assignments.map(({ name, value }) => ({ name, value: writtenText(value) }));
  const given =
    use === 'nothing' && !EXPORTS.test(programName(command) ?? '')
      ? []
      : words.slice(1).flatMap((word) => {
          const text = writtenText(word);
          const [, name, value] = VARIABLE.exec(text) ?? [];
          if (name === undefined || value === undefined) return [];
          // CMake's lists.
          return [{ name, value: text.startsWith('-D') ? value.replaceAll(';', ' ') : value }];
        });
  return [...(words.length === 0 ? before.filter(({ name }) => NAMES_PROGRAM.test(name)) : before), ...given];
}

function addValue(name: string, value: string, command: SimpleCommand, found: Map<string, MayStart[]>): void {
  if (MESSAGE_VARIABLE.test(name)) return;
  const text = value.replace(/^[|!-]{1,4}/, '');
  // An editor gets the file's name.
  addText(NAMES_PROGRAM.test(name) ? `${text} …` : text, command, found, VARIABLE_OF_COMMAND);
}

/** Counts as an option that starts programs. */
const VARIABLE_OF_COMMAND = '-c';

const STARTER = /exec|spawn|sys|cmd|run|shell|command|popen|process|call|(?:^|[^\w])(?:sh|bash|zsh)$|!$/i;
/** Of options. */
const STARTER_OPTION = /hook|script|launch|eval|pager|editor|wrapper|handler|trigger|^-c$/i;

/** Arguments may be texts of a list: `["git", "push"]`. */
function addText(text: string, command: SimpleCommand, found: Map<string, MayStart[]>, behind = ''): void {
  for (const part of text.split(/[\n;]/)) {
    const words = part
      .split(/[\s"'`,(){}[\]<>\\]+|([&|]+)|(?<=!)/)
      .flatMap((word: string | undefined) => (word === undefined || word === '' ? [] : [word]));
    let isStarted = STARTER.test(behind) || (behind.startsWith('-') && STARTER_OPTION.test(behind));
    let isHere = isStarted;
    words.forEach((word, at) => {
      if (/^[&|]/.test(word)) {
        isHere = isStarted;
        return;
      }
      const name = nameIn(word);
      const start = isHere ? 'here' : isStarted ? 'before' : undefined;
      const isStarter = STARTER.test(word);
      // `exec sudo -n rm`
      isHere = isStarter || (isHere && (word.startsWith('-') || openerFor(name) !== undefined));
      isStarted ||= isStarter;
      if (name === '') return;
      const rest = (): SimpleCommand => ({
        ...command,
        words: words.slice(at, at + MOST_BEHIND).map((one) => textWord(one, command.position)),
        assignments: [],
        redirections: [],
      });
      add(found, name, { command: rest, from: 'text', ...(start !== undefined && { isStarted: start }) });
    });
  }
}

function nameIn(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

function add(found: Map<string, MayStart[]>, name: string, start: MayStart): void {
  const known = found.get(name);
  if (known === undefined) found.set(name, [start]);
  else known.push(start);
}
