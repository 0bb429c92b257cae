import { textWord, type Word, type WordPiece } from '../model/analysis';
import { maySplit, replaceInWord, unknownWord } from '../model/words';
import { assemble } from './assemble';
import type { OpenedCommand, Opener } from './opener';

const FIND_ACTIONS = ['-exec', '-execdir', '-ok', '-okdir'];
/** Above this the found paths are unknown. */
const MANY = 8;
const MANY_WORDS = 256;

const openFind: Opener = (command) => {
  const commands: OpenedCommand[] = [];
  let unknown: string | undefined;
  const words = command.words;
  const starts = startingPoints(words);
  for (let at = 1; at < words.length; at += 1) {
    const action = words[at]?.text;
    if (action === undefined || !FIND_ACTIONS.includes(action)) continue;
    const end = endOfAction(words, at + 1);
    const inner = words.slice(at + 1, end);
    const odd = inner.find(maySplit);
    if (odd !== undefined || end === words.length) {
      unknown ??= `where the command of find ${action} ends is only known when it runs`;
    }
    commands.push(...innerCommands(inner, action, starts, words[end]?.text === '+'));
    if (inner[0] !== undefined && (inner[0].text === undefined || inner[0].text.includes('{}'))) {
      unknown ??= `what find ${action} runs is only known when it runs`;
    }
    at = end;
  }
  return assemble({ commands, unknown });
};

/** At the `;`, or the `+` after `{}`; else the end. */
function endOfAction(words: readonly Word[], from: number): number {
  for (let at = from; at < words.length; at += 1) {
    const text = words[at]?.text;
    if (text === ';') return at;
    if (text === '+' && words[at - 1]?.text === '{}') return at;
  }
  return words.length;
}

/** Every found path starts with one; undefined: unknown. */
function startingPoints(words: readonly Word[]): readonly string[] | undefined {
  const starts: string[] = [];
  if (words.length > MANY_WORDS) return undefined;
  for (const word of words.slice(1)) {
    const { text } = word;
    // It may be -files0-from, which names other starting points.
    if (text === undefined) return undefined;
    // The small letters and `-E` and `-X` are BSD's.
    if (/^-[HLPEXdsx]+$/.test(text) || /^-O\d*$/.test(text)) continue;
    if (text === '-files0-from' || text === '-D') return undefined;
    if (/^[-(!,)]/.test(text)) break;
    starts.push(text);
    if (starts.length > MANY) return undefined;
  }
  return words.some(({ text }) => text === '-files0-from') ? undefined : starts.length === 0 ? ['.'] : starts;
}

function innerCommands(
  words: readonly Word[],
  action: string,
  starts: readonly string[] | undefined,
  isMany: boolean,
): OpenedCommand[] {
  if (words.length === 0) return [];
  const inFolder = action.endsWith('dir');
  if (!words.some(({ text, raw }) => (text ?? raw).includes('{}'))) {
    return [{ words, ...(inFolder ? { cwd: 'unknown' } : {}) }];
  }
  const found: WordPiece = { kind: 'value', text: '{}', quoted: !isMany };
  if (inFolder) return [{ words: replaced(words, [{ kind: 'text', text: './' }, found]), cwd: 'unknown' }];
  if (starts === undefined) return [{ words: replaced(words, [found]) }];
  return starts.map((text) => ({ words: replaced(words, [{ kind: 'text', text }, found]) }));
}

function replaced(words: readonly Word[], by: readonly WordPiece[]): Word[] {
  return words.map((word) => replaceInWord(word, '{}', by));
}

const FD_ACTIONS = ['-x', '--exec', '-X', '--exec-batch'];
const FD_PLACEHOLDERS = ['{}', '{/}', '{//}', '{.}', '{/.}'];

const openFd: Opener = ({ words, position }) => {
  const commands: OpenedCommand[] = [];
  let unknown: string | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.text;
    if (text === undefined || text === '--') {
      if (text === '--') break;
      unknown ??= 'fd may read a word that is only known when it runs as --exec';
      continue;
    }
    const glued = /^(?:--exec|--exec-batch)=(.*)$/s.exec(text)?.[1] ?? /^-[xX](.+)$/s.exec(text)?.[1];
    const isAction = FD_ACTIONS.includes(text) || /^-[HILsiagludpF0]+[xX]$/.test(text);
    if (!isAction && glued === undefined) continue;
    const start = at + 1;
    const semicolon = words.findIndex((word, index) => index >= start && word.text === ';');
    const end = semicolon === -1 ? words.length : semicolon;
    const inner = [...(glued === undefined ? [] : [textWord(glued, position)]), ...words.slice(start, end)];
    commands.push({ words: fdWords(inner, position, /X|batch/.test(text)) });
    if (inner[0] !== undefined && inner[0].text === undefined) unknown ??= 'what fd runs is only known when it runs';
    at = end;
  }
  return commands.length === 0 ? undefined : assemble({ commands, unknown });
};

function fdWords(words: readonly Word[], position: number, isMany: boolean): Word[] {
  const value: WordPiece = { kind: 'value', text: '{}', quoted: !isMany };
  // fd prints `./` before paths that look like options.
  const filled = FD_PLACEHOLDERS.reduce<Word[]>(
    (result, placeholder) => result.map((word) => replaceInWord(word, placeholder, [value])),
    [...words],
  );
  return filled.some((word, index) => word !== words[index])
    ? filled
    : [...words, unknownWord('{}', position, !isMany)];
}

export const FIND: ReadonlyMap<string, Opener> = new Map([
  ['find', openFind],
  ['gfind', openFind],
  ['fd', openFd],
  ['fdfind', openFd],
]);
