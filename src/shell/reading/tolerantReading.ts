/** All that may separate commands does, but in quotes, comments and here-documents. Only to block. */
import { InputProblem } from '../../common/inputProblem';
import { PROGRAMS } from '../../facts/programs';
import { bracketEnd, LONGEST_BRACKET } from './brackets';
import {
  makeWord,
  OUTERMOST,
  writtenText,
  type Redirection,
  type SimpleCommand,
  type Word,
  type WordPiece,
} from '../model/analysis';

const LONGEST = 1_048_576;
const MOST_COMMANDS = 16_384;
const MOST_PIPED = 16;

const LONGEST_BRACE = 65_536;
/** Repeated for each word in the braces. */
const LONGEST_AROUND_BRACE = 64;

const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

const SEPARATORS = ';|&\n(){}`';

const KEYWORDS: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'elif',
  'do',
  'while',
  'until',
  '!',
  'time',
  '{',
  'exec',
  'command',
  // fish's.
  'and',
  'or',
  'not',
  'begin',
  'builtin',
]);

export interface TolerantPlace {
  readonly cwd: string | undefined;
  readonly home: string;
  readonly platform?: NodeJS.Platform | undefined;
}

/** @throws InputProblem at too long a text or too many commands: nothing goes unchecked */
export function readTolerantly(text: string, place: TolerantPlace): readonly SimpleCommand[] {
  if (text.length > LONGEST) throw new InputProblem(`a command line of ${text.length} characters is too long to check`);
  const commands = new TolerantReader(text, place).read();
  const inFish = text.replace(FISH_ESCAPES, fishCharacter);
  return inFish === text ? commands : [...commands, ...new TolerantReader(inFish, place).read()];
}

/** Outside of quotes they are one character, which separates nothing. */
const FISH_ESCAPES = /\\(?:[xX]([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3}))/g;

function fishCharacter(written: string, ...[byte, short, long, octal]: readonly (string | undefined)[]): string {
  const hex = byte ?? short ?? long;
  const code = hex === undefined ? parseInt(octal ?? '', 8) : parseInt(hex, 16);
  // A backslash would hide a line's end.
  return code < 0x20 || code > 0x10ffff ? written : `\\${String.fromCodePoint(code)}`;
}

/** Of bash and PowerShell. */
const HOME = /^\$(?:HOME\b|\{HOME\}|env:HOME\b|env:USERPROFILE\b|\{env:(?:HOME|USERPROFILE)\})/i;

class TolerantReader {
  readonly #text: string;
  readonly #place: TolerantPlace;
  readonly #commands: SimpleCommand[] = [];
  #words: Word[] = [];
  #redirections: Redirection[] = [];
  #pieces: WordPiece[] = [];
  #started = -1;
  #writesTo: '>' | '>>' | undefined;
  /** fish's `2>|` is a pipe: the count of words before it, and the word behind it. */
  #pipedInto: { readonly from: number; first: Word | undefined }[] = [];
  #delimiters: string[] = [];
  #inPipe = 0;
  readonly #lastBracket: number;
  readonly #lastBrace: number;

  constructor(text: string, place: TolerantPlace) {
    this.#text = text;
    this.#lastBracket = text.lastIndexOf(']');
    this.#lastBrace = text.lastIndexOf('}');
    this.#place = place;
  }

  read(): readonly SimpleCommand[] {
    let at = 0;
    while (at < this.#text.length) {
      at = this.#step(at);
      if (this.#commands.length > MOST_COMMANDS) throw new InputProblem('the command line runs too much to check');
    }
    this.#endCommand(at, '');
    return this.#commands;
  }

  #step(at: number): number {
    const text = this.#text;
    const character = text[at] ?? '';
    if (character === '\\') return this.#escape(at);
    if (character === "'" || character === '"') return this.#quoted(at, character);
    if (character === '$') return this.#value(at);
    if (character === '~' && this.#started === -1) return this.#tilde(at);
    if (character === '#' && this.#started === -1) return this.#endOf('\n', at);
    if (character === '<' && text.startsWith('<<', at) && text[at + 2] !== '<') return this.#hereDocument(at);
    if (character === '>' || character === '<') return this.#redirect(at, character);
    if (character === '{') {
      const after = this.#braces(at);
      if (after !== undefined) return after;
    }
    if (SEPARATORS.includes(character)) {
      this.#endCommand(at, character);
      return character === '\n' ? this.#skipBodies(at + 1) : at + 1;
    }
    if (character === ' ' || character === '\t' || character === '\r') {
      this.#endWord(at);
      return at + 1;
    }
    if (character === '[') return this.#bracket(at);
    this.#add({ kind: character === '*' || character === '?' ? 'glob' : 'text', text: character }, at);
    return at + 1;
  }

  #add(piece: WordPiece, at: number): void {
    if (this.#started === -1) this.#started = at;
    const last = this.#pieces.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') {
      this.#pieces[this.#pieces.length - 1] = { kind: 'text', text: last.text + piece.text };
    } else {
      this.#pieces.push(piece);
    }
  }

  #escape(at: number): number {
    const next = this.#text[at + 1] ?? '';
    if (next !== '\n') this.#add({ kind: 'text', text: next }, at);
    return at + 2;
  }

  #quoted(at: number, quote: string): number {
    let end = at + 1;
    while (end < this.#text.length && this.#text[end] !== quote)
      end += quote === '"' && this.#text[end] === '\\' ? 2 : 1;
    this.#add({ kind: 'text', text: '' }, at);
    const inside = this.#text.slice(at + 1, end);
    if (quote === '"' && inside.includes('$')) this.#quotedValues(inside, at);
    else this.#add({ kind: 'text', text: inside }, at);
    return end + 1;
  }

  #quotedValues(inside: string, at: number): void {
    for (const part of inside.split(/(\$(?:env:)?\w+|\$\{[^}]*\}|\$\()/)) {
      if (part === '') continue;
      const text = HOME.exec(part)?.[0] === part ? this.#place.home : part;
      this.#add(text.startsWith('$') ? { kind: 'value', text, quoted: true } : { kind: 'text', text }, at);
    }
  }

  /** `/{a,b}` as `/a /b` */
  #braces(at: number): number | undefined {
    const text = this.#text;
    if (at > this.#lastBrace || !/[^\s;]/.test(text[at + 1] ?? ' ')) return undefined;
    const end = text.indexOf('}', at);
    if (end === -1 || end - at > LONGEST_BRACE) return undefined;
    const inside = text.slice(at + 1, end);
    if (!inside.includes(',') || /[\s;|&(){`'"]/.test(inside)) return undefined;
    const before = this.#pieces
      .map((piece) => piece.text)
      .join('')
      .slice(-LONGEST_AROUND_BRACE);
    const [after = ''] = /^[^\s;|&(){}`'"]*/.exec(text.slice(end + 1, end + 1 + LONGEST_AROUND_BRACE)) ?? [];
    this.#dropWord();
    for (const part of new Set(inside.split(','))) {
      this.#add({ kind: 'text', text: before + part + after }, at);
      this.#endWord(end + 1);
    }
    return end + 1 + after.length;
  }

  #bracket(at: number): number {
    if (at > this.#lastBracket) {
      this.#add({ kind: 'text', text: '[' }, at);
      return at + 1;
    }
    const blank = this.#text.slice(at, at + LONGEST_BRACKET).search(/[\s;|&()]/);
    const close = bracketEnd(
      this.#text,
      at,
      blank === -1 ? Math.min(at + LONGEST_BRACKET, this.#text.length) : at + blank,
    );
    if (close === -1) this.#add({ kind: 'text', text: '[' }, at);
    else this.#add({ kind: 'glob', text: this.#text.slice(at, close + 1) }, at);
    return close === -1 ? at + 1 : close + 1;
  }

  #tilde(at: number): number {
    const [written] = /^~[\w.+-]*/.exec(this.#text.slice(at, at + 256)) ?? ['~'];
    const piece: WordPiece =
      written === '~' ? { kind: 'text', text: this.#place.home } : { kind: 'value', text: written, quoted: true };
    this.#add(piece, at);
    return at + written.length;
  }

  #value(at: number): number {
    const home = HOME.exec(this.#text.slice(at, at + 256))?.[0];
    if (home !== undefined) {
      this.#add({ kind: 'text', text: this.#place.home }, at);
      return at + home.length;
    }
    const found = /^\$(?:\w+|[@*#?$!-]|\{[^}]{0,200}\})/.exec(this.#text.slice(at, at + 256))?.[0];
    if (found !== undefined) {
      this.#add({ kind: 'value', text: found, quoted: false }, at);
      return at + found.length;
    }
    // `$(`, `$'`: the rest is read by itself.
    if (this.#text[at + 1] === '(') this.#add({ kind: 'value', text: '$(...)', quoted: false }, at);
    return at + 1;
  }

  #redirect(at: number, character: string): number {
    if (/^\d*$/.test(this.#pieces.map(({ text }) => text).join(''))) this.#dropWord();
    this.#endWord(at);
    const doubled = this.#text[at + 1] === character;
    const next = at + (doubled ? 2 : 1);
    if (this.#text[next] === '&') return next + 1;
    if (character === '>') this.#writesTo = doubled ? '>>' : '>';
    if (this.#text[next] !== '|') return next;
    if (this.#pipedInto.length >= MOST_PIPED) throw new InputProblem('the command line writes too much to check');
    this.#pipedInto.push({ from: this.#words.length, first: undefined });
    return next + 1;
  }

  #hereDocument(at: number): number {
    this.#endWord(at);
    const found = /^<<-?[ \t]*(["'\\]?)([\w.-]+)\1?/.exec(this.#text.slice(at, at + 128));
    if (found?.[2] === undefined) return at + 2;
    this.#delimiters.push(found[2]);
    return at + found[0].length;
  }

  #skipBodies(from: number): number {
    let at = from;
    for (const delimiter of this.#delimiters) {
      while (at < this.#text.length) {
        const end = this.#endOf('\n', at);
        const line = this.#text.slice(at, end).trim();
        at = end + 1;
        if (line === delimiter) break;
      }
    }
    this.#delimiters = [];
    return at;
  }

  #endOf(character: string, from: number): number {
    const end = this.#text.indexOf(character, from);
    return end === -1 ? this.#text.length : end;
  }

  #dropWord(): void {
    this.#pieces = [];
    this.#started = -1;
  }

  #endWord(at: number): void {
    if (this.#started === -1) return;
    const word = makeWord(this.#pieces, this.#text.slice(this.#started, at), this.#started);
    this.#dropWord();
    if (this.#writesTo !== undefined) {
      this.#redirections.push({ operator: this.#writesTo, descriptor: undefined, target: word });
      this.#writesTo = undefined;
      const piped = this.#pipedInto.at(-1);
      if (piped !== undefined) piped.first ??= word;
    } else if (this.#words.length > 0 || word.text === undefined || !KEYWORDS.has(word.text)) {
      this.#words.push(word);
    }
  }

  #endCommand(at: number, separator: string): void {
    this.#endWord(at);
    const isPipe = separator === '|' && this.#text[at + 1] !== '|' && this.#text[at - 1] !== '|';
    if (this.#words.length > 0 || this.#redirections.length > 0) this.#list(this.#words, isPipe);
    for (const { from, first } of this.#pipedInto.splice(0)) {
      if (first !== undefined) this.#list([first, ...this.#words.slice(from)], isPipe);
    }
    this.#inPipe = isPipe ? this.#inPipe + 1 : 0;
    this.#words = [];
    this.#redirections = [];
    this.#writesTo = undefined;
  }

  #list(words: readonly Word[], isPipe: boolean): void {
    this.#put(words, isPipe, false);
    let asOtherUser = false;
    // `nice -n 5 rm`: an option's value may pass for the program.
    for (const [index, word] of words.entries()) {
      const { text = '' } = word;
      const name = text.slice(text.lastIndexOf('/') + 1);
      if (PROGRAMS.wrappers.has(name)) asOtherUser ||= PROGRAMS.becomers.has(name);
      else if (ASSIGNMENT.test(writtenText(word))) continue;
      else if (index === 0) return;
      else if (!/^(?:-|\d)/.test(text)) {
        this.#put(words.slice(index), isPipe, asOtherUser);
        if (words[index - 1]?.text?.startsWith('-') !== true) return;
      }
    }
  }

  #put(words: readonly Word[], isPipe: boolean, asOtherUser: boolean): void {
    this.#commands.push({
      words,
      assignments: [],
      redirections: this.#redirections,
      context: {
        ...OUTERMOST,
        ...(this.#place.platform !== undefined && { platform: this.#place.platform }),
        // Only a pipeline's parts are compared.
        pipe: isPipe || this.#inPipe > 0 ? { index: this.#inPipe, length: 0 } : undefined,
        asOtherUser,
      },
      cwd: this.#place.cwd,
      position: words[0]?.position ?? 0,
    });
  }
}
