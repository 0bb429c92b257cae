/** Words that zsh reads as bash does, with any options. */
import { WordScan } from './wordScan';
import type { WrittenPlace } from './writtenPlace';

/** Never special but for the rules below. */
const PLAIN = /[A-Za-z0-9_./:@%+,-]|[\u00a1-\uffff]/;

/** What may follow a variable without being its subscript, modifier or name. */
const AFTER_VARIABLE = /^(?:$|["' \t\n/.,$%+@;|)=\\-]|:(?:$|["' \t\n/.,$]))/;
/** What may follow a dollar that is literal. */
const AFTER_LITERAL_DOLLAR = /^(?:$|[" |)])/;
const NAME = /[A-Za-z_]\w*|[0-9?!$]/y;
/** `${x}`, `${#x}`, a default or a part of the value. */
const BRACED = /\$\{(?:#[A-Za-z_]\w*|([A-Za-z_]\w*|[0-9])(?::?[-+][\w./ -]*|%%?[\w./*-]+|##?[\w./*-]+)?)\}/y;
const WHOLE_WORDS: ReadonlySet<string> = new Set(['=', '!=', '[', ']', '"$@"']);
const NUMBERS = '?!$';
const CALCULATION = /^\$\(\([\w $+*/%()-]*\)\)$/;
/** The escapes on which all versions agree. */
const ANSI_C = /\$'(?:[^\\'!]|\\[nt\\'])*'/y;

export function zshWordObjection(word: WrittenPlace): string | undefined {
  return new Scan(word).objection();
}

class Scan extends WordScan {
  /** Where the last character ends that is written outside of quotes and no value: what else precedes may be empty. */
  #afterText = -1;

  objection(): string | undefined {
    const { from, to, place } = this.word;
    const text = this.source.slice(from, to);
    if (place === 'here-document') return this.#quoted(true);
    if (WHOLE_WORDS.has(text)) return undefined;
    if (text === '!' && place === 'argument' && /[ \t]/.test(this.source.charAt(to))) return undefined;
    return this.rest();
  }

  protected next(): string | undefined {
    const character = this.source.charAt(this.at);
    switch (character) {
      case "'":
        return this.#singleQuoted();
      case '"':
        this.at++;
        return this.#quoted(false);
      case '\\':
        this.at += 2;
        this.#afterText = this.at;
        return undefined;
      case '$':
        return this.#dollar(false);
      case '=':
        return this.#equals();
      case '~':
        return this.#tilde();
      case '{':
        if (this.source.charAt(this.at + 1) !== '}') return 'braces, which zsh may expand differently';
        this.at += 2;
        return undefined;
      case '*':
      case '?':
      case '[':
        return 'a pattern outside quotes, which zsh may match differently';
      default:
        if (!PLAIN.test(character)) return `the character ${character} outside quotes, which zsh may treat specially`;
        this.at++;
        if (character !== ':') this.#afterText = this.at;
        return undefined;
    }
  }

  #singleQuoted(): string | undefined {
    const close = this.source.indexOf("'", this.at + 1);
    if (close === -1 || close >= this.word.to) return 'a quote without an end';
    this.at = close + 1;
    return this.#afterSingleQuote();
  }

  #afterSingleQuote(): string | undefined {
    const isDoubled = this.at < this.word.to && this.source.charAt(this.at) === "'";
    return isDoubled ? 'two single quotes, which zsh may read as one in the text' : undefined;
  }

  #quoted(isHereDocument: boolean): string | undefined {
    const { to } = this.word;
    while (this.at < to) {
      const character = this.source.charAt(this.at);
      if (character === '"' && !isHereDocument) {
        this.at++;
        return undefined;
      }
      const next = this.source.charAt(this.at + 1);
      if (character === '!' && (isHereDocument || !/[ \t\n=]/.test(next)))
        return "a ! outside single quotes, zsh's history";
      if (character === '`') return 'backticks';
      if (character === '$') {
        const found = this.#dollar(true);
        if (found !== undefined) return found;
      } else if (character === '\\') {
        if (next === '!') return "a ! outside single quotes, zsh's history";
        this.at += 2;
      } else this.at++;
    }
    return isHereDocument ? undefined : 'a quote without an end';
  }

  #equals(): string | undefined {
    const isBehindText = this.at === this.#afterText;
    this.at++;
    return isBehindText ? undefined : 'a word with =, which zsh may replace by a program';
  }

  #tilde(): string | undefined {
    const { from, to } = this.word;
    const next = this.at + 1 < to ? this.source.charAt(this.at + 1) : '';
    if (this.at !== from || (next !== '' && next !== '/')) return 'a tilde, which zsh may read differently';
    this.at++;
    return undefined;
  }

  #dollar(isQuoted: boolean): string | undefined {
    const next = this.source.charAt(this.at + 1);
    // A NUL in zsh's value ends the argument.
    if (/^\$\{?IFS\b/.test(this.source.slice(this.at, this.at + 6))) return 'the variable IFS, which differs in zsh';
    if (next === '(') return this.#substitution(isQuoted);
    if (next === "'" && !isQuoted) return this.#ansiC();
    if (next === '{') {
      const [written, name] = this.#match(BRACED, this.at) ?? [];
      if (written === undefined) return 'a form of ${ } that zsh may read differently';
      this.at += written.length;
      return this.#value(isQuoted, name === undefined || (written === `\${${name}}` && this.#holdsPlainText(name)));
    }
    const [name] = this.#match(NAME, this.at + 1) ?? [];
    if (name !== undefined) {
      this.at += 1 + name.length;
      return this.#value(isQuoted, NUMBERS.includes(name) || this.#holdsPlainText(name));
    }
    this.at++;
    return AFTER_LITERAL_DOLLAR.test(this.#rest()) ? undefined : 'a dollar that zsh may read differently';
  }

  #holdsPlainText(name: string): boolean {
    return this.word.holdsPlainText(name);
  }

  #value(isQuoted: boolean, isPlain: boolean): string | undefined {
    if (!AFTER_VARIABLE.test(this.#rest())) return 'what follows a variable, which zsh may read as a part of it';
    if (isQuoted || isPlain || this.word.place === 'assigned') return undefined;
    return 'a value outside quotes, which zsh may split or match against files';
  }

  #substitution(isQuoted: boolean): string | undefined {
    const end = this.word.endOfExpansion(this.at);
    if (end === undefined || end > this.word.to) return 'a substitution';
    const written = this.source.slice(this.at, end);
    this.at = end;
    if (written.startsWith('$((')) {
      return CALCULATION.test(written) ? undefined : 'arithmetic that zsh may read differently';
    }
    return this.#value(isQuoted, false);
  }

  #ansiC(): string | undefined {
    const [written] = this.#match(ANSI_C, this.at) ?? [];
    if (written === undefined) return "an escape in $'...'";
    this.at += written.length;
    return this.#afterSingleQuote();
  }

  #rest(): string {
    return this.source.slice(this.at, Math.min(this.at + 2, this.word.to));
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(this.source);
    return found === null || at + found[0].length > this.word.to ? undefined : found;
  }
}
