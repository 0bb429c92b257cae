/** A word's parts: what quotes protect, the shell replaces, or files match. */
import { bracketEnd, LONGEST_BRACKET } from './brackets';
import { arithmeticObjection } from './arithmetic';
import { decodeAnsiC } from './ansiCQuoting';
import { mayDifferInBraces } from './braceExpansion';
import { expansionFinder, isPosixOperation, matchParameter, type ParsedParts } from './expansions';
import { PartList } from './partList';
import { isNameCode, looksLikeAssignment } from './plainText';
import type { Expansion, Part, WordHost, WordPlace } from './wordPart';

export function readParts(host: WordHost, from: number, to: number, place: WordPlace, parsed: ParsedParts): Part[] {
  return new PartReader(host, from, to, parsed).readWord(place);
}

/** With an unquoted delimiter. */
export function readHereDocument(host: WordHost, from: number, to: number, parsed: ParsedParts): Part[] {
  return new PartReader(host, from, to, parsed).readHereDocument();
}

class PartReader {
  readonly #host: WordHost;
  readonly #source: string;
  readonly #start: number;
  readonly #end: number;
  readonly #parts: PartList;
  readonly #expansionAt: (position: number) => Expansion | undefined;
  #at: number;

  constructor(host: WordHost, from: number, to: number, parsed: ParsedParts) {
    this.#host = host;
    this.#source = host.source;
    this.#start = from;
    this.#at = from;
    this.#end = to;
    this.#parts = new PartList((name) => host.inherits(name));
    this.#expansionAt = expansionFinder(parsed);
  }

  readWord(place: WordPlace): Part[] {
    const hasBraces = place !== 'assigned' && this.#mayHaveBraces();
    if (this.#next() === '~') this.#readTilde(place);
    const takesTilde = place === 'assigned' || looksLikeAssignment(this.#source, this.#start, this.#end);
    let isBehindEquals = place === 'assigned';
    while (this.#at < this.#end) {
      const character = this.#next();
      switch (character) {
        case "'":
          this.#readSingleQuoted();
          break;
        case '"':
          this.#at++;
          this.#readDoubleQuoted(this.#end);
          break;
        case '\\':
          this.#readEscape();
          break;
        case '$':
          this.#readDollar(false, this.#end);
          break;
        case '`':
          this.#readBackticks(false);
          break;
        case '*':
        case '?':
          if (place === 'assigned') this.#parts.addText(character, false);
          else this.#parts.addPart({ kind: 'glob', text: character });
          this.#at++;
          break;
        case '[':
          this.#readBracket(place);
          break;
        case '{':
        case '}':
        case ',':
          if (hasBraces) this.#parts.addPart({ kind: 'brace', text: character });
          else this.#parts.addText(character, false);
          this.#at++;
          break;
        case '=':
        case ':':
          this.#parts.addText(character, false);
          this.#at++;
          if (takesTilde && (character === ':' || !isBehindEquals) && this.#next() === '~') {
            if (place !== 'assigned' && this.#host.shell !== 'bash')
              this.#doubt('a tilde behind = or :', this.#at, this.#end);
            this.#readTilde('assigned');
          }
          isBehindEquals ||= character === '=';
          break;
        case '<':
        case '>':
          this.#readProcessSubstitution();
          break;
        case '(':
        case ')':
        case ';':
        case '&':
        case '|':
        case ' ':
        case '\t':
        case '\n':
          this.#doubt('an operator inside a word', this.#at, this.#at + 1);
          this.#parts.addText(character, false);
          this.#at++;
          break;
        default:
          this.#parts.addText(character, false);
          this.#at++;
      }
    }
    const parts = this.#parts.finish();
    if (hasBraces && mayDifferInBraces(parts, this.#source.slice(this.#start, this.#end), this.#host.shell)) {
      this.#doubt('braces', this.#start, this.#end);
    }
    return parts;
  }

  readHereDocument(): Part[] {
    this.#readDoubleQuoted(this.#end, true);
    return this.#parts.finish();
  }

  #next(): string {
    return this.#at < this.#end ? this.#source.charAt(this.#at) : '';
  }

  #doubt(why: string, from: number, to: number): void {
    this.#host.doubt(why, from, Math.min(to, this.#end));
  }

  #mayHaveBraces(): boolean {
    const open = this.#source.indexOf('{', this.#start);
    return open !== -1 && open < this.#end;
  }

  #readTilde(place: WordPlace): void {
    const start = this.#at++;
    const next = this.#next();
    if (next === '' || next === '/' || (place === 'assigned' && next === ':')) {
      const home = this.#host.home();
      if (home === undefined) this.#parts.addPart({ kind: 'value', text: '~', variable: 'HOME', quoted: true });
      else this.#parts.addText(home === '/' && next === '/' ? '' : home, true);
      return;
    }
    if (/['"\\]/.test(next)) {
      this.#parts.addText('~', true);
      return;
    }
    while (this.#at < this.#end && /[A-Za-z0-9_.+-]/.test(this.#next())) this.#at++;
    this.#parts.addPart({ kind: 'value', text: this.#source.slice(start, this.#at), quoted: true });
  }

  #readSingleQuoted(): void {
    const close = this.#source.indexOf("'", this.#at + 1);
    if (close === -1 || close >= this.#end) {
      this.#doubt('a quote without an end', this.#at, this.#end);
      this.#parts.addText(this.#source.slice(this.#at + 1, this.#end), true);
      this.#at = this.#end;
      return;
    }
    this.#parts.addText(this.#source.slice(this.#at + 1, close), true);
    this.#at = close + 1;
  }

  #readEscape(): void {
    const escaped = this.#source.charAt(this.#at + 1);
    if (this.#at + 1 >= this.#end) {
      this.#doubt('a backslash at the end', this.#at, this.#end);
      this.#parts.addText('\\', true);
    } else if (escaped === '\n') {
      this.#doubt('a line that goes on inside a word', this.#start, this.#end);
    } else {
      this.#parts.addText(escaped, true);
    }
    this.#at += 2;
  }

  #readDoubleQuoted(end: number, isHereDocument = false): void {
    const start = this.#at;
    this.#parts.addText('', true);
    while (this.#at < end) {
      const character = this.#next();
      if (character === '"' && !isHereDocument) {
        this.#at++;
        return;
      }
      if (character === '$') {
        const isSubstitution = isHereDocument && this.#source.charAt(this.#at + 1) === '(';
        if (isSubstitution) this.#doubt('a substitution in a here-document', this.#at, end);
        this.#readDollar(true, end);
      } else if (character === '`') {
        this.#readBackticks(true);
      } else if (character === '\\') {
        const escaped = this.#source.charAt(this.#at + 1);
        if (escaped === '\n') {
          if (isHereDocument) this.#doubt('a line that goes on inside a here-document', this.#at, this.#at + 2);
        } else if (escaped === '$' || escaped === '`' || escaped === '\\' || (escaped === '"' && !isHereDocument)) {
          this.#parts.addText(escaped, true);
        } else {
          this.#parts.addText(`\\${escaped}`, true);
        }
        this.#at += 2;
      } else {
        let stop = this.#at + 1;
        while (stop < end && !'"$`\\'.includes(this.#source.charAt(stop))) stop++;
        this.#parts.addText(this.#source.slice(this.#at, stop), true);
        this.#at = stop;
      }
    }
    if (!isHereDocument) this.#doubt('a quote without an end', start, end);
  }

  #readBackticks(quoted: boolean): void {
    const found = this.#expansionAt(this.#at);
    this.#doubt('backticks', this.#at, found?.end ?? this.#end);
    this.#addValue(found, quoted, true);
  }

  #readDollar(quoted: boolean, end: number): void {
    const start = this.#at;
    const next = start + 1 < end ? this.#source.charAt(start + 1) : '';
    if (isNameCode(next.charCodeAt(0)) && !/\d/.test(next)) {
      this.#at += 2;
      while (this.#at < end && isNameCode(this.#source.charCodeAt(this.#at))) this.#at++;
      this.#addVariable(this.#source.slice(start + 1, this.#at), start, quoted);
      return;
    }
    switch (next) {
      case '(':
        this.#readParenthesis(quoted);
        return;
      case '{':
        this.#readParameter(quoted);
        return;
      case '[':
      case '\\':
        if (next === '\\' && this.#source.charAt(start + 2) !== '\n') break;
        this.#doubt('a form of expansion that is not read', start, end);
        this.#parts.addPart({ kind: 'value', text: this.#source.slice(start, end), quoted: false });
        this.#at = end;
        return;
      case "'":
        if (quoted) break;
        this.#readAnsiC();
        return;
      case '"':
        if (quoted) break;
        this.#doubt('a translated string', start, end);
        this.#at += 2;
        this.#readDoubleQuoted(end);
        return;
      default:
        if (next !== '' && '?#$!@*-0123456789'.includes(next)) {
          this.#at += 2;
          this.#addVariable(next, start, quoted);
          return;
        }
    }
    this.#parts.addText('$', quoted);
    this.#at++;
  }

  #addVariable(name: string, start: number, quoted: boolean): void {
    const known = this.#host.variable(name, quoted);
    if (known !== undefined) {
      this.#parts.addKnown(known);
      return;
    }
    const text = this.#source.slice(start, this.#at);
    // Several words even in quotes.
    const isList = name === '@';
    const isNumber = '?#$!'.includes(name);
    this.#parts.addPart({
      kind: 'value',
      text,
      variable: name,
      quoted: quoted && !isList,
      ...(isNumber ? { isNumber: true } : {}),
    });
  }

  #readAnsiC(): void {
    const start = this.#at;
    let close = start + 2;
    while (close < this.#end && this.#source.charAt(close) !== "'")
      close += this.#source.charAt(close) === '\\' ? 2 : 1;
    const decoded = decodeAnsiC(this.#source.slice(start + 2, Math.min(close, this.#end)));
    if (!decoded.isExact || close >= this.#end || this.#host.shell !== 'bash') {
      this.#doubt("an escape in $'...'", start, close + 1);
    }
    this.#parts.addText(decoded.text, true);
    this.#at = Math.min(close + 1, this.#end);
  }

  #readParenthesis(quoted: boolean): void {
    const start = this.#at;
    const found = this.#expansionAt(start);
    if (found?.type !== 'ArithmeticExpansion') {
      if (found?.type !== 'CommandExpansion' || this.#source.charAt(found.end - 1) !== ')') {
        this.#doubt('a substitution', start, this.#end);
        this.#addValue(found, quoted, true);
      } else {
        this.#addValue(found, quoted, false);
      }
      return;
    }
    const objection = arithmeticObjection(
      this.#source.slice(start + 3, found.end - 2),
      this.#host.holdsNumber.bind(this.#host),
    );
    if (objection !== undefined || !this.#source.startsWith('))', found.end - 2)) {
      this.#doubt(objection ?? 'an arithmetic expansion', start, found.end);
      this.#host.mayRun(found);
    }
    this.#at = found.end;
    this.#parts.addPart({ kind: 'value', text: this.#source.slice(start, found.end), quoted, isNumber: true });
  }

  #readProcessSubstitution(): void {
    const found = this.#expansionAt(this.#at);
    const isWholeWord = found?.type === 'ProcessSubstitution' && found.pos === this.#start && found.end === this.#end;
    // An empty one is no word.
    const isRead = isWholeWord && this.#host.shell === 'bash' && found.script?.commands.length !== 0;
    if (!isRead) this.#doubt('a process substitution', this.#at, found?.end ?? this.#end);
    this.#addValue(found, true, !isWholeWord);
  }

  /** A value from commands; the rest of the word if its end is unknown. */
  #addValue(found: Expansion | undefined, quoted: boolean, isDoubtful: boolean): void {
    const start = this.#at;
    this.#at = found === undefined ? this.#end : Math.min(found.end, this.#end);
    if (found !== undefined && isDoubtful) this.#host.mayRun(found);
    const prints = found === undefined || isDoubtful ? undefined : this.#host.runs(found);
    const only = prints?.kind === 'text' && prints.texts.length === 1 ? prints.texts[0] : undefined;
    if (only !== undefined) this.#parts.addText(only, true);
    else
      this.#parts.addPart({
        kind: 'value',
        text: this.#source.slice(start, this.#at),
        quoted,
        ...(prints && { prints }),
      });
  }

  #readParameter(quoted: boolean): void {
    const start = this.#at;
    const [written, prefix, name, operation] = matchParameter(this.#source, start, this.#end) ?? [];
    if (written === undefined || name === undefined) {
      const found = this.#expansionAt(start);
      this.#doubt('a form of ${ } that is not read', start, found?.end ?? this.#end);
      this.#addValue(found, false, true);
      return;
    }
    this.#at = start + written.length;
    if (prefix === '' && operation === '') {
      this.#addVariable(name, start, quoted);
      return;
    }
    if (this.#host.shell !== 'bash' && !isPosixOperation(operation ?? '')) {
      this.#doubt('a form of ${ } that only bash has', start, this.#at);
    }
    const isNumber = prefix === '#';
    this.#parts.addPart({
      kind: 'value',
      text: written,
      ...(isNumber ? { isNumber: true } : { variable: name }),
      quoted: quoted && name !== '@',
    });
  }

  /** All that may be in it is one part. */
  #readBracket(place: WordPlace): void {
    const start = this.#at;
    const close = bracketEnd(this.#source, start, this.#end);
    if (close === -1 && this.#source.slice(start + LONGEST_BRACKET, this.#end).includes(']')) {
      this.#doubt('a long pattern in brackets', start, this.#end);
    }
    if (close === -1 || place === 'assigned') {
      this.#parts.addText('[', false);
      this.#at++;
      return;
    }
    const inner = this.#source.slice(start + 1, close);
    if (!/^[A-Za-z0-9_.,:=^!@%+/[\]*?#~-]*$/.test(inner)) {
      this.#doubt('a pattern in brackets', start, close + 1);
      this.#parts.addPart({ kind: 'glob', text: '[' });
      this.#at++;
      return;
    }
    this.#parts.addPart({ kind: 'glob', text: this.#source.slice(start, close + 1) });
    this.#at = close + 1;
  }
}
