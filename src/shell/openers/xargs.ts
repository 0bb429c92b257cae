import type { CommandCall, GivenOption } from '../model/commandTable';
import type { Word } from '../model/analysis';
import { textWord } from '../model/analysis';
import { replaceInWord, unknownWord, wordFrom } from '../model/words';
import { innerCommand, nameDoubt, openedCommand } from './innerCommand';
import type { Opened, Opener } from './opener';
import { standardInputs } from './standardInput';

/** May add any number of words, also options. */
const openXargs: Opener = (command) => {
  const inner = innerCommand(command);
  if (inner === undefined) return undefined;
  const { call, doubt } = inner;
  const words = inner.words.length === 0 ? [textWord('echo', command.position)] : inner.words;
  const added = unknownWord('(what xargs reads)', command.position, false);
  const replacing = call.options.findLast(({ spec }) => spec.names.some((name) => REPLACING.includes(name)));
  const [text] = standardInputs(command).texts;
  if (text?.text !== undefined) return openKnown(words, linesOf(text.text, call, replacing), replacing, doubt);
  if (replacing === undefined) return openedCommand([...words, added], doubt);
  const placeholder = placeholderOf(replacing);
  if (placeholder === undefined) {
    return openedCommand([...words, added], doubt ?? 'what xargs replaces is only known when it runs');
  }
  // One line replaces the placeholder and stays one word. -J puts all arguments there, which -n or -L may append too.
  const isWhole = replacing.name !== '-J';
  const replaced = words.map((word) =>
    replaceInWord(word, placeholder, [{ kind: 'value', text: placeholder, quoted: isWhole }]),
  );
  // -J finds it only as a whole word; else it appends.
  const appends = !isWhole && !words.some(({ text }) => text === placeholder);
  const adds = appends || call.options.some(({ spec }) => spec.names.some((name) => ADDING.includes(name)));
  const opened = openedCommand(adds ? [...replaced, added] : replaced, doubt ?? nameDoubt('xargs', replaced));
  return command.context.platform === 'darwin' && opened !== undefined ? alsoUnreplaced(opened, words) : opened;
};

const ADDING = ['-n', '-L', '-l'];

/** Apple's leaves the placeholder in long results, or after some words. */
function alsoUnreplaced(opened: Opened, words: readonly Word[]): Opened {
  return { ...opened, commands: [...(opened.commands ?? []), { words }] };
}

/** A guess: programs differ in quotes and splitting. */
function openKnown(
  words: readonly Word[],
  given: readonly string[],
  replacing: GivenOption | undefined,
  doubt: string | undefined,
): Opened {
  const placeholder = replacing === undefined ? undefined : placeholderOf(replacing);
  const position = words[0]?.position ?? 0;
  const commands =
    placeholder === undefined
      ? [{ words: [...words, ...given.map((argument) => textWord(argument, position))] }]
      : given.map((line) => ({
          words: words.map((word) => replaceInWord(word, placeholder, [{ kind: 'text', text: line }])),
        }));
  return { commands, unknown: doubt ?? 'what xargs adds depends on how it reads its input' };
}

function linesOf(text: string, { options }: CommandCall, replacing: GivenOption | undefined): readonly string[] {
  const isWhole =
    replacing !== undefined ||
    options.some(({ spec }) => spec.names.some((name) => ['-0', '-d', '--null', '--delimiter'].includes(name)));
  const parts = isWhole ? text.split(/[\n\0]/) : text.split(/\s/).map((part) => part.replace(/["'\\]/g, ''));
  return parts.filter((part) => part !== '').slice(0, MOST_ARGUMENTS);
}

/** Each may be a command. */
const MOST_ARGUMENTS = 32;

const REPLACING = ['-I', '-i', '-J'];

function placeholderOf({ spec, value }: GivenOption): string | undefined {
  if (value === undefined) return spec.names.includes('-i') ? '{}' : undefined;
  const given: Word = wordFrom(value.word, value.from);
  return given.text === '' ? undefined : given.text;
}

export const XARGS: ReadonlyMap<string, Opener> = new Map([
  ['xargs', openXargs],
  ['gxargs', openXargs],
]);
