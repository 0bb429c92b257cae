/** Broad and without a table: an unknown option must not hide a dangerous one. */
import type { Word } from '../../shell/model/analysis';
import { knownStart } from '../../shell/model/words';

export interface ReadOption {
  /** `-r` also from a cluster. */
  readonly name: string;
  /** Undefined: absent or unknown. */
  readonly value: string | undefined;
  readonly valueWord: Word | undefined;
  readonly word: Word;
}

export interface ReadWords {
  readonly options: readonly ReadOption[];
  readonly operands: readonly Word[];
}

export interface ValuedOptions {
  /** Letters only. */
  readonly short?: string;
  /** With dashes. */
  readonly long?: readonly string[];
  /** For `-name` words, and where the first operand ends the options. */
  readonly stopAtOperand?: true;
}

export function readOptions(args: readonly Word[], valued: ValuedOptions = {}): ReadWords {
  const options: ReadOption[] = [];
  const operands: Word[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined) break;
    const text = knownStart(word);
    if (word.text === '--' || (valued.stopAtOperand === true && !isOption(text))) {
      operands.push(...args.slice(word.text === '--' ? at + 1 : at));
      break;
    }
    if (!isOption(text)) {
      operands.push(word);
    } else if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      const name = equals === -1 ? text : text.slice(0, equals);
      const takesNext = equals === -1 && valued.long?.includes(name) === true;
      if (takesNext) at += 1;
      const valueWord = takesNext ? args[at] : equals === -1 ? undefined : word;
      const glued = word.text === undefined ? undefined : text.slice(equals + 1);
      options.push({ name, value: takesNext ? valueWord?.text : equals === -1 ? undefined : glued, valueWord, word });
    } else {
      at += readCluster(word, text, args[at + 1], valued.short ?? '', options);
    }
  }
  return { options, operands };
}

/** @returns the words taken */
function readCluster(word: Word, text: string, next: Word | undefined, valued: string, options: ReadOption[]): number {
  for (let at = 1; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (valued.includes(letter)) {
      const glued = text.slice(at + 1);
      const takesNext = glued === '' && word.text !== undefined;
      options.push({
        name: `-${letter}`,
        value: takesNext ? next?.text : glued,
        valueWord: takesNext ? next : word,
        word,
      });
      return takesNext ? 1 : 0;
    }
    options.push({ name: `-${letter}`, value: undefined, valueWord: undefined, word });
  }
  return 0;
}

export function hasAny({ options }: ReadWords, ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name));
}

export function abbreviates(written: string, full: string, least: number): boolean {
  return written.length >= least + 2 && full.startsWith(written);
}

function isOption(text: string): boolean {
  return text.length > 1 && text.startsWith('-');
}
