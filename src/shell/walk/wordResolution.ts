import type { Assignment, HereDoc, Word as ParsedWord, WordPart } from 'unbash';
import { makeWord, textWord, type Printed, type Shell, type VariableAssignment, type Word } from '../model/analysis';
import { foldersIn, hasLeftFolder, mayBeInherited, variableIn, type KnownValue, type ShellState } from './shellState';
import { fieldsOf, singleWord } from '../reading/wordFields';
import { isPlain } from '../reading/plainText';
import type { Dialect } from '../dialects/dialect';
import type { WrittenPlace } from '../dialects/writtenPlace';
import { expansionFinder } from '../reading/expansions';
import type { Expansion, Part, WordHost } from '../reading/wordPart';
import { readHereDocument, readParts } from '../reading/wordParts';

export interface WordWalker {
  readonly source: string;
  readonly shell: Shell;
  readonly homeFolder: string | undefined;
  readonly dialect: Dialect | undefined;
  positionOf(pos: number): number;
  doubt(why: string, from: number, to: number): void;
  walkExpansion(expansion: Expansion, state: ShellState, isUnderstood: boolean): Printed | undefined;
  made(words: readonly Word[]): void;
  readonly isFull: boolean;
}

export class WordResolver implements WordHost {
  readonly source: string;
  readonly shell: Shell;
  readonly #walker: WordWalker;
  readonly #state: ShellState;

  constructor(walker: WordWalker, state: ShellState) {
    this.source = walker.source;
    this.shell = walker.shell;
    this.#walker = walker;
    this.#state = state;
  }

  argument(parsed: ParsedWord): readonly Word[] {
    const { pos, end } = parsed;
    this.#objectTo(pos, end, 'argument', () => parsed.parts);
    if (isPlain(this.source, pos, end)) return [this.#plain(pos, end)];
    const parts = readParts(this, pos, end, 'argument', () => parsed.parts);
    if (this.#walker.isFull) return [];
    const { words, isExact } = fieldsOf(parts, this.#written(pos, end));
    if (!isExact) this.doubt('braces', pos, end);
    if (words.length !== 1 || words[0]?.text !== undefined) this.#walker.made(words);
    return words;
  }

  single(parsed: ParsedWord): Word {
    const { pos, end } = parsed;
    this.#objectTo(pos, end, 'single', () => parsed.parts);
    if (isPlain(this.source, pos, end)) return this.#plain(pos, end);
    const parts = readParts(this, pos, end, 'single', () => parsed.parts);
    if (parts.some(({ kind }) => kind === 'brace') && /\{.*(?:,|\.\.)/s.test(this.source.slice(pos, end))) {
      this.doubt('braces where one word is taken', pos, end);
    }
    const word = singleWord(parts, this.#written(pos, end));
    this.#walker.made([word]);
    return word;
  }

  /** The value is undefined for an array or a subscript. */
  assignment(
    parsed: Assignment,
  ): { readonly assignment: VariableAssignment; readonly known: KnownValue | undefined } | undefined {
    const { name, append, value } = parsed;
    const isUnderstood =
      value.type === 'Word' &&
      parsed.index === undefined &&
      this.source.slice(parsed.pos, value.pos) === `${name}${append === true ? '+=' : '='}` &&
      value.end === parsed.end;
    if (!isUnderstood) {
      this.doubt('an assignment to an array or with a subscript', parsed.pos, parsed.end);
      return undefined;
    }
    if (append === true && this.shell !== 'bash') this.doubt('an assignment that appends', parsed.pos, parsed.end);
    const objection = this.#walker.dialect?.variable(name);
    if (objection !== undefined) this.doubt(objection, parsed.pos, parsed.end);
    const { word, parts } = this.#value(value);
    return {
      assignment: { name, value: word, append: append === true },
      known: append === true ? undefined : knownValue(parts),
    };
  }

  declaredWord(parsed: Assignment): Word {
    const read = this.assignment(parsed);
    const raw = this.source.slice(parsed.pos, parsed.end);
    const position = this.#walker.positionOf(parsed.pos);
    if (read === undefined) return makeWord([{ kind: 'value', text: raw, quoted: false }], raw, position);
    const { name, value, append } = read.assignment;
    // Unlike in an assignment, braces expand; some shells split the value.
    if (/\{.*(?:,|\.\.)/s.test(raw)) this.doubt('braces in a declaration', parsed.pos, parsed.end);
    if (this.shell !== 'bash' && value.text === undefined)
      this.doubt('a value in a declaration', parsed.pos, parsed.end);
    const [first, ...rest] = value.pieces;
    const start = `${name}${append ? '+=' : '='}`;
    const pieces =
      first?.kind === 'text'
        ? [{ kind: 'text' as const, text: start + first.text }, ...rest]
        : [{ kind: 'text' as const, text: start }, ...value.pieces];
    return makeWord(pieces, raw, position);
  }

  /** One word; `<<-` removes tabs before its lines. */
  hereDocument({ operator, delimiter, body, closing, pos, end }: HereDoc): Word {
    const position = this.#walker.positionOf(body.pos);
    const raw = this.source.slice(body.pos, body.end);
    const { text = '', value = '' } = delimiter ?? {};
    const isPlainDelimiter = /^(?:\w+|'\w+'|"\w+")$/.test(text) && /^\w+$/.test(value);
    const isClosed = closing !== undefined && this.source.slice(closing.pos, closing.end) === value;
    if (!isPlainDelimiter || !isClosed || hasLine(raw, value, operator === '<<-')) {
      this.doubt('a here-document', pos, end);
    }
    const stripped = operator === '<<-' ? raw.replace(/^\t+/gm, '') : raw;
    this.#objectTo(body.pos, body.end, 'here-document', () => body.parts);
    if (delimiter?.quoted === true || !/[$`\\]/.test(raw)) return { ...textWord(stripped, position), raw };
    const parts = readHereDocument(this, body.pos, body.end, () => body.parts);
    // Tabs at a line's start run nothing.
    return singleWord(parts, { raw, position });
  }

  doubt(why: string, from: number, to: number): void {
    this.#walker.doubt(why, from, to);
  }

  variable(name: string, quoted: boolean): readonly Part[] | undefined {
    const value = this.#valueOf(name);
    if (value === undefined) return undefined;
    if (value.kind === 'number') return [{ kind: 'value', text: value.text, quoted, isNumber: true }];
    if (value.kind === 'printed') return this.#printed(name, value, quoted);
    if (value.kind === 'pattern') return this.#found(value, quoted);
    if (quoted) return [{ kind: 'text', text: value.text, quoted: true }];
    // Unquoted, it is split and matched against files.
    if (/[*?[\]\\]/.test(value.text) || variableIn(this.#state, 'IFS') !== undefined) return undefined;
    return value.text === '' || /[ \t\n]/.test(value.text)
      ? [{ kind: 'split', text: value.text }]
      : [{ kind: 'text', text: value.text, quoted: false }];
  }

  holdsNumber(name: string): boolean {
    const value = this.#valueOf(name);
    if (value === undefined) return false;
    if (value.kind === 'pattern') return false;
    if (value.kind === 'printed') return value.prints.kind === 'number';
    return value.kind === 'number' || /^-?\d{1,15}$/.test(value.text);
  }

  inherits(name: string): boolean {
    return mayBeInherited(this.#state, name);
  }

  home(): string | undefined {
    const value = this.#valueOf('HOME');
    return value?.kind === 'text' ? value.text : undefined;
  }

  runs(expansion: Expansion): Printed | undefined {
    const prints = this.#walker.walkExpansion(expansion, this.#state, true);
    // Split, it may be several words.
    return variableIn(this.#state, 'IFS') === undefined ? prints : undefined;
  }

  mayRun(expansion: Expansion): void {
    this.#walker.walkExpansion(expansion, this.#state, false);
  }

  /** Another folder has other files. */
  #found(
    { pieces, text, folders }: KnownValue & { readonly kind: 'pattern' },
    quoted: boolean,
  ): readonly Part[] | undefined {
    if (folders.join('\0') !== foldersIn(this.#state).join('\0') || folders.length === 0) return undefined;
    if (variableIn(this.#state, 'IFS') !== undefined) return undefined;
    // Without a match the value is the pattern, which bash splits and matches again when unquoted.
    if (!quoted && pieces.some((piece) => piece.kind !== 'glob' && /[ \t\n*?[\]\\]/.test(piece.text))) return undefined;
    return pieces.flatMap((piece): Part[] => {
      if (piece.kind === 'glob')
        return [
          { kind: 'glob', text: piece.text, ...(quoted ? { isOneWord: true } : { splits: text }), loopsOver: text },
        ];
      return [{ kind: 'text', text: piece.text, quoted: true }];
    });
  }

  #printed(
    name: string,
    { prints }: KnownValue & { readonly kind: 'printed' },
    quoted: boolean,
  ): readonly Part[] | undefined {
    if (variableIn(this.#state, 'IFS') !== undefined) return undefined;
    return [{ kind: 'value', text: `$${name}`, variable: name, quoted, prints }];
  }

  #objectTo(
    from: number,
    to: number,
    place: WrittenPlace['place'],
    parts: () => readonly WordPart[] | undefined,
  ): void {
    const { dialect } = this.#walker;
    if (dialect === undefined) return;
    const expansionAt = expansionFinder(parts);
    const endOfExpansion = (at: number): number | undefined => expansionAt(at)?.end;
    const holdsPlainText = (name: string): boolean => {
      const value = this.#valueOf(name);
      return value?.kind === 'number' || /^[\w./:@%+,-]*$/.test(value?.text ?? '*');
    };
    const objection = dialect.word({ source: this.source, from, to, place, endOfExpansion, holdsPlainText });
    if (objection !== undefined) this.doubt(objection, from, to);
  }

  #valueOf(name: string): KnownValue | undefined {
    const set = variableIn(this.#state, name);
    if (set !== undefined) return set.value;
    const text = name === 'HOME' ? this.#walker.homeFolder : name === 'PWD' ? this.#workingFolder() : undefined;
    return text === undefined ? undefined : { kind: 'text', text };
  }

  /** Only while the line has not left its first folder. */
  #workingFolder(): string | undefined {
    return hasLeftFolder(this.#state) ? undefined : foldersIn(this.#state)[0];
  }

  #value(value: ParsedWord): { word: Word; parts: readonly Part[] } {
    const { pos, end } = value;
    this.#objectTo(pos, end, 'assigned', () => wordParts(value));
    if (isPlain(this.source, pos, end)) {
      return {
        word: this.#plain(pos, end),
        parts: [{ kind: 'text', text: this.source.slice(pos, end), quoted: false }],
      };
    }
    const parts = readParts(this, pos, end, 'assigned', () => wordParts(value));
    const word = singleWord(parts, this.#written(pos, end));
    this.#walker.made([word]);
    return { word, parts };
  }

  #plain(pos: number, end: number): Word {
    return textWord(this.source.slice(pos, end), this.#walker.positionOf(pos));
  }

  #written(pos: number, end: number): { raw: string; position: number } {
    return { raw: this.source.slice(pos, end), position: this.#walker.positionOf(pos) };
  }
}

function wordParts(word: ParsedWord): readonly WordPart[] | undefined {
  return word.parts;
}

function knownValue(parts: readonly Part[]): KnownValue | undefined {
  const [only] = parts;
  const [value, ...others] = parts.filter(({ kind, text }) => kind !== 'text' || text !== '');
  if (others.length === 0 && value?.kind === 'value' && value.prints !== undefined)
    return { kind: 'printed', text: value.text, prints: value.prints };
  if (parts.length === 1 && only?.kind === 'value' && only.isNumber === true)
    return { kind: 'number', text: only.text };
  if (!parts.every(({ kind }) => kind === 'text' || kind === 'split')) return undefined;
  return { kind: 'text', text: parts.map(({ text }) => text).join('') };
}

/** A body with such a line ends before the parser says so. */
function hasLine(body: string, delimiter: string, ignoresTabs: boolean): boolean {
  let from = 0;
  for (let at = body.indexOf(delimiter); at !== -1 && delimiter !== ''; at = body.indexOf(delimiter, from)) {
    from = at + delimiter.length;
    const lineEnds = from === body.length || body.charAt(from) === '\n';
    let start = at;
    while (ignoresTabs && body.charAt(start - 1) === '\t') start--;
    if (lineEnds && (start === 0 || body.charAt(start - 1) === '\n')) return true;
  }
  return false;
}
