/** The parts of a word as written, and what their reader asks of the one who walks the script. */
import type { WordPart } from 'unbash';
import type { Shell } from '../model/analysis';

export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'glob'; readonly text: string }
  | {
      readonly kind: 'value';
      readonly text: string;
      readonly variable?: string;
      readonly quoted: boolean;
      /** It is a number, so it stays one word. */
      readonly isNumber?: true;
    }
  /** A known value outside quotes: the shell splits it at blanks. */
  | { readonly kind: 'split'; readonly text: string }
  /** A brace or comma outside quotes in a word with braces. */
  | { readonly kind: 'brace'; readonly text: '{' | ',' | '}' };

/** A part of the parser's tree that the reader cannot tell from the text alone. */
export type Expansion = Extract<
  WordPart,
  { type: 'CommandExpansion' | 'ProcessSubstitution' | 'ArithmeticExpansion' | 'ParameterExpansion' }
>;

/** What the reader asks of the one who walks the script. */
export interface WordHost {
  readonly source: string;
  readonly shell: Shell;
  /** Something that bash may read otherwise than the reader. */
  doubt(why: string, from: number, to: number): void;
  /** A variable's known parts; undefined: not known. */
  variable(name: string, quoted: boolean): readonly Part[] | undefined;
  /** Whether a variable is known to hold a number. */
  holdsNumber(name: string): boolean;
  /** What a tilde alone stands for. */
  home(): string | undefined;
  /** Commands whose output goes into the word. */
  runs(expansion: Expansion): void;
  /** Whatever an expansion that is not understood may run. */
  mayRun(expansion: Expansion): void;
}

/** Where a word stands, which decides what the shell does to it. */
export type WordPlace =
  /** Braces, tilde, splitting and file names. */
  | 'argument'
  /** Tilde also behind `:`; no braces, no splitting, no file names. */
  | 'assigned'
  /** Like an argument, but it has to be one word: a redirection's target, a `case` word, an operand of `[[`. */
  | 'single';
