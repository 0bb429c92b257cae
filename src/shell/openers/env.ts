/** `-S` splits a text into more options, assignments and words. */
import { programName, textWord, type SimpleCommand } from '../model/analysis';
import { blankWords, withWords, wordFrom } from '../model/words';
import { innerCommand, openedCommand } from './innerCommand';
import type { Opened, Opener } from './opener';
import { folderOf } from './prefixWrappers';

/** No quotes, escapes, variables or comments. */
const PLAIN_TEXT = /^[A-Za-z0-9 \t_./=:,@%+-]*$/;

const openEnv: Opener = (command) => {
  // A dash alone is `-i`.
  const dash = innerCommand(command)?.words[0]?.text === '-' ? 1 : 0;
  const inner = innerCommand(command, { skip: dash, assignments: true });
  if (inner === undefined) return undefined;
  const { call, words, assignments, doubt } = inner;
  const split = call.options.find(({ spec }) => spec.names.includes('-S'));
  if (split?.value !== undefined) return openSplit(command, split.value.word, split.value.from);
  return openedCommand(words, doubt, {
    ...(assignments.length === 0 ? {} : { assignments }),
    ...folderOf(call, '-C'),
  });
};

/** Replaces `-S` with its words and reads again. */
function openSplit(command: SimpleCommand, value: SimpleCommand['words'][number], from: number): Opened | undefined {
  const { text } = wordFrom(value, from);
  const at = command.words.indexOf(value);
  const [name] = command.words;
  if (text === undefined || name === undefined) return { unknown: 'what env -S runs is only known when it runs' };
  const words = [
    name,
    // Without the word of -S, and without the option before a separate value.
    ...command.words.slice(1, from === 0 ? at - 1 : at),
    ...blankWords(text, value.position),
    ...command.words.slice(at + 1),
  ];
  const opened = openEnv(withWords(command, words));
  if (PLAIN_TEXT.test(text) && !/(?:^|[ \t])-[^ \t]*S|--s/.test(text)) return opened;
  // It reads quotes almost as a shell.
  const scripts = /["']/.test(text) ? [{ text: textWord(text, value.position), shell: 'sh' as const }] : [];
  return {
    ...opened,
    scripts,
    unknown: `${programName(command) ?? ''} -S reads its text in a way of its own`,
  };
}

export const ENV: ReadonlyMap<string, Opener> = new Map([
  ['env', openEnv],
  ['genv', openEnv],
]);
