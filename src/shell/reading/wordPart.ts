import type { WordPart } from 'unbash';
import type { Printed, Shell, WordPiece } from '../model/analysis';

export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | Extract<WordPiece, { readonly kind: 'glob' }>
  | {
      readonly kind: 'value';
      readonly text: string;
      readonly variable?: string;
      /** See `WordPiece`. */
      readonly inherited?: string;
      readonly quoted: boolean;
      /** A number stays one word. */
      readonly isNumber?: true;
      readonly prints?: Printed;
    }
  /** A known unquoted value, split at blanks. */
  | { readonly kind: 'split'; readonly text: string }
  /** Unquoted, in a word with braces. */
  | { readonly kind: 'brace'; readonly text: '{' | ',' | '}' };

/** The text alone does not show these nodes. */
export type Expansion = Extract<
  WordPart,
  { type: 'CommandExpansion' | 'ProcessSubstitution' | 'ArithmeticExpansion' | 'ParameterExpansion' }
>;

export interface WordHost {
  readonly source: string;
  readonly shell: Shell;
  /** Notes what bash may read differently. */
  doubt(why: string, from: number, to: number): void;
  /** Undefined: not known. */
  variable(name: string, quoted: boolean): readonly Part[] | undefined;
  holdsNumber(name: string): boolean;
  /** Its value may be the environment's. */
  inherits(name: string): boolean;
  /** A lone tilde. */
  home(): string | undefined;
  /** Undefined: any text. */
  runs(expansion: Expansion): Printed | undefined;
  mayRun(expansion: Expansion): void;
}

export type WordPlace =
  /** Braces, tilde, splitting and file names. */
  | 'argument'
  /** Tilde also after `:`; no braces, no splitting, no file names. */
  | 'assigned'
  /** One word: a redirection's target, a `case` word, an operand of `[[`. */
  | 'single';
