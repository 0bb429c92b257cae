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
  /** In the text something is before it that starts programs. */
  readonly isStarted?: true;
}

/** By the program's name, without its folder. */
export type MayStarts = ReadonlyMap<string, readonly MayStart[]>;

/** Each is read on its own. */
const MOST_OPENED = 8;
/** Of a text's words. */
const MOST_BEHIND = 64;

/** @throws InputProblem for too much */
export const mayStart = oncePerWith((analysis: Analysis, home: string): MayStarts => {
  const found = new Map<string, MayStart[]>();
  for (const command of analysis.commands) {
    const use = startsWhat(command);
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
  let isFirst = true;
  const { words } = command;
  words.forEach((word, at) => {
    const { text } = word;
    if (at === 0 || text?.startsWith('-') === true) return;
    const name = nameIn(text ?? '');
    const from = isFirst ? 'first' : 'words';
    isFirst = false;
    if (name === '') return;
    add(found, name, { command: () => ({ ...command, words: words.slice(at) }), from });
    if (openerFor(name) === undefined || opened >= MOST_OPENED) return;
    opened += 1;
    const script = words
      .slice(at)
      .map(({ raw }) => raw)
      .join(' ');
    const { cwd } = command;
    const { platform } = command.context;
    for (const inner of runTolerantly(script, { cwd, home, platform }).commands) {
      add(found, programName(inner) ?? '', { command: () => inner, from });
    }
  });
}

/** `behind`: the option or the program that it is for. */
function textsOf(command: SimpleCommand): readonly { readonly text: string; readonly behind: string }[] {
  const words = command.words.map(writtenText);
  const [name = ''] = words;
  const given = words.flatMap((text, at) => {
    const before = words[at - 1] ?? name;
    if (at === 0 || !/\s/.test(text) || MESSAGE_OPTION.test(before)) return [];
    return [{ text, behind: before.startsWith('-') ? before : name }];
  });
  return [...given, ...standardInputs(command).texts.map((word) => ({ text: writtenText(word), behind: name }))];
}

const STARTER = /exec|spawn|sys|cmd|run|shell|command|popen|process|call|(?:^|[^\w])(?:sh|bash|zsh)$|!$/i;

/** Arguments may be texts of a list: `["git", "push"]`. */
function addText(text: string, command: SimpleCommand, found: Map<string, MayStart[]>, behind = ''): void {
  for (const part of text.split(/[\n;]/)) {
    const words = part.split(/[\s"'`,(){}[\]|&<>\\]+|(?<=!)/).filter((word) => word !== '');
    let isStarted = behind === '-c' || STARTER.test(behind);
    words.forEach((word, at) => {
      const name = nameIn(word);
      const before = isStarted;
      isStarted ||= STARTER.test(word);
      if (name === '') return;
      const rest = (): SimpleCommand => ({
        ...command,
        words: words.slice(at, at + MOST_BEHIND).map((one) => textWord(one, command.position)),
        assignments: [],
        redirections: [],
      });
      add(found, name, { command: rest, from: 'text', ...(before && { isStarted: true }) });
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
