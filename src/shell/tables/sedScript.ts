export type SedReading =
  | {
      readonly safe: true;
      readonly files: readonly string[];
      /** It may run more rounds than it reads lines. */
      readonly branches: boolean;
      /** What it keeps may double each round. */
      readonly grows: boolean;
    }
  | {
      readonly safe: false;
      readonly why: string;
      /** Read to its end; it does nothing beside writing files. */
      readonly onlyWrites: boolean;
      /** By `w` and `s///w`, as far as understood. */
      readonly writes: readonly string[];
    };

/** Its message is the objection. */
class Objection extends Error {}

/**
 * Safe: nothing writes a file (`w`, `W`, `s///w`) or runs a program (`e`, `s///e`); GNU, BSD and BusyBox agree on its
 * end.
 */
export function readSedScript(script: string): SedReading {
  const reader = new ScriptReader(script);
  try {
    const files = reader.read();
    if (reader.writes.length === 0) return { safe: true, files, branches: reader.branches, grows: reader.grows };
    return { safe: false, why: 'sed\'s command "w" writes a file', onlyWrites: true, writes: reader.writes };
  } catch (error) {
    if (error instanceof Objection)
      return { safe: false, why: error.message, onlyWrites: false, writes: reader.writes };
    throw error;
  }
}

/** How often the found text may be repeated, in all commands. */
const MOST_REPEATED = 12;

const PLAIN = new Set('=dDgGhHnNpPxFz'.split(''));
const NUMBERED = new Set('lLqQ'.split(''));
/** Letters and blanks are ambiguous. */
const DELIMITERS = new Set('/|,#@!:%~+=_;^-&?<>.*"\'`'.split(''));

class ScriptReader {
  readonly writes: string[] = [];
  branches = false;
  #kept = '';
  #repeated = 0;
  readonly #script: string;
  #at = 0;
  #depth = 0;
  readonly #files: string[] = [];

  constructor(script: string) {
    this.#script = script;
  }

  get grows(): boolean {
    const appends = this.#kept.replace(/[^GH]/g, '').length;
    return appends > 1 || (appends > 0 && /[gx]/.test(this.#kept)) || this.#repeated > MOST_REPEATED;
  }

  read(): readonly string[] {
    for (;;) {
      this.#skip(/[\s;]*/y);
      if (this.#at >= this.#script.length) break;
      this.#readCommand();
    }
    if (this.#depth !== 0) throw new Objection('its sed script leaves a brace open');
    return this.#files;
  }

  #readCommand(): void {
    this.#readAddresses();
    const name = this.#take();
    if (name === '{') {
      this.#depth += 1;
    } else if (name === '}') {
      this.#depth -= 1;
      if (this.#depth < 0) throw new Objection('its sed script closes a brace too many');
      this.#end();
    } else if (name === '#') {
      this.#skip(/[^\n]*/y);
    } else if (PLAIN.has(name)) {
      this.branches ||= name === 'D';
      if (/[gGhHx]/.test(name)) this.#kept += name;
      this.#end();
    } else if (NUMBERED.has(name)) {
      this.#skip(/[ \t]*\d*/y);
      this.#end();
    } else if (name === ':' || name === 'b' || name === 't' || name === 'T') {
      this.branches ||= name !== ':';
      const label = this.#skip(/[ \t]*\w*/y);
      // Some seds end the label here: the rest is a command.
      if (/\w$/.test(label) && this.#peek() === '#')
        throw new Objection('its sed script has a label that is not understood');
      this.#end();
    } else if (name === 's') {
      this.#readSubstitution();
    } else if (name === 'y') {
      const delimiter = this.#takeDelimiter();
      this.#readUntil(delimiter, false);
      this.#readUntil(delimiter, false);
      this.#end();
    } else if (name === 'a' || name === 'i' || name === 'c') {
      this.#readText();
    } else if (name === 'w' || name === 'W') {
      this.#readWritten();
    } else if (name === 'r' || name === 'R') {
      this.#files.push(this.#skip(/[^\n]*/y).trim());
    } else {
      throw new Objection(`sed's command ${JSON.stringify(name)} may write a file or run a program`);
    }
  }

  #readAddresses(): void {
    const hasAddress = this.#readAddress();
    this.#skip(/[ \t]*/y);
    if (hasAddress && this.#peek() === ',') {
      this.#at += 1;
      this.#skip(/[ \t]*[+~]?/y);
      if (!this.#readAddress()) throw new Objection('its sed script has an address that is not understood');
    }
    this.#skip(/[ \t!]*/y);
  }

  #readAddress(): boolean {
    if (this.#skip(/\d+(?:~\d+)?/y) !== '') return true;
    const next = this.#peek();
    if (next === '$') {
      this.#at += 1;
      return true;
    }
    if (next !== '/' && next !== '\\') return false;
    this.#at += next === '/' ? 0 : 1;
    this.#readUntil(this.#takeDelimiter(), true);
    this.#skip(/[IM]*/y);
    return true;
  }

  #readSubstitution(): void {
    const delimiter = this.#takeDelimiter();
    this.#readUntil(delimiter, true);
    const start = this.#at;
    this.#readUntil(delimiter, false);
    const parts = this.#script.slice(start, this.#at).match(/&|\\\d/g)?.length ?? 0;
    if (parts > 1) this.#repeated += parts;
    // Only `e` and `w` do more than change the output.
    this.#skip(/[gpiImM0-9]*/y);
    if (this.#peek() === 'w') {
      this.#at += 1;
      this.#readWritten();
    } else {
      this.#end();
    }
  }

  #readWritten(): void {
    this.writes.push(this.#skip(/[^\n]*/y).trim());
  }

  #takeDelimiter(): string {
    const delimiter = this.#take();
    if (!DELIMITERS.has(delimiter)) throw new Objection('its sed script has a pattern that is not understood');
    return delimiter;
  }

  #readUntil(delimiter: string, isPattern: boolean): void {
    let isInBrackets = false;
    for (;;) {
      const next = this.#take();
      if (next === '\\') {
        // In brackets some take a backslash literally.
        if (isInBrackets && this.#peek() === ']') throw new Objection(BRACKETS);
        this.#take();
      } else if (next === '\n' || next === '') {
        throw new Objection('its sed script has a pattern without an end');
      } else if (next === delimiter) {
        // GNU ends the pattern here, BSD not.
        if (isInBrackets) throw new Objection(BRACKETS);
        return;
      } else if (isPattern && next === '[' && !isInBrackets) {
        isInBrackets = true;
        this.#skip(/\^?\]?/y);
      } else if (isInBrackets && next === '[' && /[:.=]/.test(this.#peek())) {
        const closing = `${this.#take()}]`;
        const end = this.#script.indexOf(closing, this.#at);
        const name = end === -1 ? '' : this.#script.slice(this.#at, end);
        if (!/^[a-z]+$/.test(name)) throw new Objection(BRACKETS);
        this.#at = end + 2;
      } else if (isInBrackets && next === ']') {
        isInBrackets = false;
      }
    }
  }

  #readText(): void {
    this.#skip(/[ \t]*(?:\\[ \t]*\n)?/y);
    const text = this.#skip(/[^\n]*/y);
    if (text.endsWith('\\')) throw new Objection('its sed script has a text of several lines');
  }

  #end(): void {
    this.#skip(/[ \t]*/y);
    const next = this.#peek();
    if (next === '' || next === ';' || next === '\n' || next === '}' || next === '#') return;
    throw new Objection(`its sed script has ${JSON.stringify(next)} behind a command`);
  }

  #peek(): string {
    return this.#script[this.#at] ?? '';
  }

  #take(): string {
    const next = this.#peek();
    this.#at += next.length;
    return next;
  }

  #skip(sticky: RegExp): string {
    sticky.lastIndex = this.#at;
    const [found] = sticky.exec(this.#script) ?? [''];
    this.#at += found.length;
    return found;
  }
}

const BRACKETS = 'its sed script has brackets around what ends the pattern';
