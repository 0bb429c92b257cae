/** Words that fish since 3.0 reads as bash does, or refuses. */
import { WordScan } from './wordScan';
import type { WrittenPlace } from './writtenPlace';

const PLAIN = /[A-Za-z0-9_./:@+,=-]|[^\0-\x7f]/;
/** An escaped letter or digit is another character. */
const ESCAPED = /[ $*?~#(){}[\]<>&|;"'\\!,=^@:+./%-]/;
const WHOLE_WORDS: ReadonlySet<string> = new Set(['[', ']', '!=']);
const NAME = /[A-Za-z_]\w*/y;
/** Always set to one word. */
const FOLDERS = /^(?:HOME|PWD)$/;

export function fishWordObjection(word: WrittenPlace): string | undefined {
  return new Scan(word).objection();
}

class Scan extends WordScan {
  objection(): string | undefined {
    const { from, to, place } = this.word;
    const text = this.source.slice(from, to);
    // The redirection is refused.
    if (place === 'here-document') return undefined;
    if (WHOLE_WORDS.has(text)) return undefined;
    if (text === '!' && place === 'argument' && /[ \n]/.test(this.source.charAt(to))) return undefined;
    return this.rest();
  }

  protected next(): string | undefined {
    const character = this.source.charAt(this.at);
    const before = this.at === this.word.from ? '' : this.source.charAt(this.at - 1);
    const after = this.#after(1);
    switch (character) {
      case "'":
        return this.#singleQuoted();
      case '"':
        return this.#doubleQuoted();
      case '\\':
        return this.#take(2, ESCAPED.test(after), 'an escape that fish may read differently');
      case '$':
        return this.#dollar();
      case '*':
        return this.#take(1, this.#isPattern(before, after), 'a pattern that fish may match differently');
      case '~':
        return this.#take(1, this.#isTilde(before, after), 'a tilde that fish may read differently');
      case '{':
        return this.#take(2, after === '}', 'braces, which fish may expand differently');
      case '%':
        return this.#take(1, before !== '', 'a % at the start of a word');
      case '#':
        // Behind an escaped blank or operator `#` starts a comment.
        return this.#take(1, /[\w./-]/.test(before), 'a # that may start a comment');
      case '^':
        return this.#take(1, this.#isBehindLetter(), 'a redirection of older versions of fish');
      default:
        return this.#take(1, PLAIN.test(character), `the character ${character} outside quotes`);
    }
  }

  #after(count: number): string {
    const at = this.at + count;
    return at < this.word.to ? this.source.charAt(at) : '';
  }

  #take(count: number, isSame: boolean, why: string): string | undefined {
    this.at += count;
    return isSame ? undefined : why;
  }

  #isBehindLetter(): boolean {
    return /[A-Za-z]/.test(this.source.slice(this.word.from, this.at));
  }

  /** Two stars descend into folders. Without a match fish runs nothing. */
  #isPattern(before: string, after: string): boolean {
    return this.word.place === 'argument' && before !== '*' && !/[*'"\\]/.test(after);
  }

  #isTilde(before: string, after: string): boolean {
    if (this.word.place === 'assigned') return false;
    return before !== '' || after === '' || after === '/';
  }

  #singleQuoted(): string | undefined {
    const close = this.source.indexOf("'", this.at + 1);
    if (close === -1 || close >= this.word.to) return 'a quote without an end';
    const inside = this.source.slice(this.at + 1, close);
    this.at = close + 1;
    return /\\(?:\\|$)/.test(inside) ? 'an escape in single quotes' : undefined;
  }

  #doubleQuoted(): string | undefined {
    const { to } = this.word;
    this.at++;
    while (this.at < to) {
      const character = this.source.charAt(this.at);
      const after = this.source.charAt(this.at + 1);
      if (character === '"') {
        this.at++;
        return undefined;
      }
      if (character === '`') return 'backticks';
      if (character === '\\') {
        if (after === '`' || after === '\n') return 'an escape in double quotes';
        this.at += 2;
      } else if (character === '$') {
        const found = after === '(' ? this.#substitution() : this.#variable();
        if (found !== undefined) return found;
        if (/[[\x80-\uffff]/.test(this.#after(0))) return 'what follows a value, which fish may read as a part of it';
      } else this.at++;
    }
    return 'a quote without an end';
  }

  #variable(): string | undefined {
    const name = this.#name();
    if (name === undefined) return 'a dollar that fish may read differently';
    this.at += 1 + name.length;
    return undefined;
  }

  #dollar(): string | undefined {
    const { from, to } = this.word;
    if (this.#after(1) === '(') {
      const start = this.at;
      const found = this.#substitution();
      if (found !== undefined) return found;
      return start === from && this.at === to ? undefined : 'a substitution beside other text outside quotes';
    }
    const name = this.#name();
    if (name === undefined) return 'a dollar that fish may read differently';
    this.at += 1 + name.length;
    const isFolder = FOLDERS.test(name) && this.word.holdsPlainText(name) && /^[/]?$/.test(this.#after(0));
    return isFolder ? undefined : 'a value outside quotes, of which fish makes other words';
  }

  #name(): string | undefined {
    NAME.lastIndex = this.at + 1;
    const [name] = NAME.exec(this.source) ?? [];
    return name === undefined || this.at + 1 + name.length > this.word.to ? undefined : name;
  }

  /** fish searches for its end without reading comments. */
  #substitution(): string | undefined {
    const end = this.word.endOfExpansion(this.at);
    if (end === undefined || end > this.word.to) return 'a substitution';
    const inside = this.source.slice(this.at + 2, end - 1);
    this.at = end;
    const opens = inside.match(/\(/g)?.length ?? 0;
    const nested = inside.match(/\$\((?!\()/g)?.length ?? 0;
    const closes = inside.match(/\)/g)?.length ?? 0;
    const isPlain = /[^ \n]/.test(inside) && !/#|! *$/.test(inside) && opens === nested && opens === closes;
    return isPlain ? undefined : 'a substitution that fish may read differently';
  }
}
