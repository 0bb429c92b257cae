/** No full table: programs that only read have one, so a missed option proves nothing. */
import { writtenText, type Word } from '../model/analysis';
import { knownStart, wordFrom } from '../model/words';

/** Also of abbreviated options. */
export function optionValues(names: readonly string[], words: readonly Word[]): Word[] {
  if (names.length === 0) return [];
  return words.flatMap((word, index) => {
    const start = knownStart(word);
    if (!start.startsWith('-')) return [];
    const equals = start.indexOf('=');
    const given = equals === -1 ? start : start.slice(0, equals);
    const isLong = names.some((name) => name.startsWith('--') && given.length > 3 && name.startsWith(given));
    if (isLong) return equals === -1 ? words.slice(index + 1, index + 2) : [wordFrom(word, equals + 1)];
    const short = names.find((name) => !name.startsWith('--') && start.startsWith(name) && !start.startsWith('--'));
    if (short === undefined) return [];
    return writtenText(word) === short ? words.slice(index + 1, index + 2) : [wordFrom(word, short.length)];
  });
}
