/** No full table: programs that only read have one, so a missed option proves nothing. */
import { writtenText, type Word } from '../model/analysis';
import { knownStart, wordFrom } from '../model/words';

/**
 * Also of abbreviated options, and of letters in a cluster: `tar -cI PROGRAM`.
 * @param values letters with a value: the rest of a cluster is no option
 */
export function optionValues(names: readonly string[], words: readonly Word[], values = ''): Word[] {
  if (names.length === 0) return [];
  const letters = new Set(names.flatMap((name) => (/^-\w$/.test(name) ? [name.charAt(1)] : [])));
  return words.flatMap((word, index) => {
    const start = knownStart(word);
    if (!start.startsWith('-')) return [];
    const equals = start.indexOf('=');
    const given = equals === -1 ? start : start.slice(0, equals);
    const isLong = names.some((name) => name.startsWith('--') && given.length > 3 && name.startsWith(given));
    if (isLong) return equals === -1 ? words.slice(index + 1, index + 2) : [wordFrom(word, equals + 1)];
    if (start.startsWith('--')) return [];
    const short = names.find((name) => !name.startsWith('--') && start.startsWith(name));
    const end = short?.length ?? clusterEnd(start, letters, values);
    if (end === undefined) return [];
    return writtenText(word).length === end ? words.slice(index + 1, index + 2) : [wordFrom(word, end)];
  });
}

/** Behind the letter, if the letters before it have no value. */
function clusterEnd(start: string, letters: ReadonlySet<string>, values: string): number | undefined {
  if (letters.size === 0) return undefined;
  for (let at = 1; at < start.length; at += 1) {
    const letter = start.charAt(at);
    if (letters.has(letter)) return at + 1;
    if (values.includes(letter) || !/[a-zA-Z0-9]/.test(letter)) return undefined;
  }
  return undefined;
}
