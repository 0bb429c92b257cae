/** `xargs` and `parallel`, which add what they read to the command. */
import type { GivenOption } from '../commandTable';
import type { Word } from '../analysis';
import { textWord } from '../analysis';
import { innerCommand, nameDoubt, openedCommand } from './innerCommand';
import type { Opener } from './opener';
import { replaceInWord, unknownWord, wordFrom } from './words';

/** What it adds may be any number of words, options among them. */
const openXargs: Opener = (command) => {
  const inner = innerCommand(command);
  if (inner === undefined) return undefined;
  const { call, doubt } = inner;
  const words = inner.words.length === 0 ? [textWord('echo', command.position)] : inner.words;
  const added = unknownWord('(what xargs reads)', command.position, false);
  const replacing = call.options.findLast(({ spec }) => spec.names.some((name) => REPLACING.includes(name)));
  if (replacing === undefined) return openedCommand([...words, added], doubt);
  const placeholder = placeholderOf(replacing);
  if (placeholder === undefined) {
    return openedCommand([...words, added], doubt ?? 'what xargs replaces is only known when it runs');
  }
  // One line takes the place, so it stays one word; all arguments with -J, and with -n or -L they may be added as well.
  const isWhole = replacing.name !== '-J';
  const replaced = words.map((word) =>
    replaceInWord(word, placeholder, [{ kind: 'value', text: placeholder, quoted: isWhole }]),
  );
  const adds = call.options.some(({ spec }) => spec.names.some((name) => ['-n', '-L', '-l'].includes(name)));
  return openedCommand(adds ? [...replaced, added] : replaced, doubt ?? nameDoubt('xargs', replaced));
};

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
