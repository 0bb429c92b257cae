import type { JsonValue } from '../common/json';

/** Deeper nesting than any settings file has; keeps the recursion bounded. */
const MAX_DEPTH = 100;

/**
 * Reads JSON with comments and trailing commas, as editors keep their settings. Undefined if it is anything else: what a more
 * tolerant reader would make of it is unknown. A name that stands twice in one object is refused for the same reason.
 */
export function parseJsonWithComments(text: string): JsonValue | undefined {
  const reader = new Reader(text.startsWith('\ufeff') ? text.slice(1) : text);
  try {
    return reader.document();
  } catch (error) {
    if (error instanceof NotJson || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

/** A string, a number or a word, each at the current place. */
const STRING = /"[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BLANK = /[ \t\r\n]+|\/\/[^\r\n]*/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    this.#skipBlanks();
    // An empty settings file holds no settings.
    if (this.#at === this.#text.length) return {};
    const value = this.#value(0);
    this.#skipBlanks();
    if (this.#at !== this.#text.length) throw new NotJson();
    return value;
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw new NotJson();
    this.#skipBlanks();
    const next = this.#text[this.#at];
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    return JSON.parse(this.#token(next === '"' ? STRING : next === '-' || isDigit(next) ? NUMBER : WORD)) as JsonValue;
  }

  #object(depth: number): JsonValue {
    const fields = new Map<string, JsonValue>();
    this.#at += 1;
    while (!this.#closes('}')) {
      const name = this.#name();
      if (fields.has(name)) throw new NotJson();
      this.#skipBlanks();
      this.#expect(':');
      fields.set(name, this.#value(depth + 1));
      if (!this.#separates('}')) break;
    }
    return Object.fromEntries(fields);
  }

  #array(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.#at += 1;
    while (!this.#closes(']')) {
      items.push(this.#value(depth + 1));
      if (!this.#separates(']')) break;
    }
    return items;
  }

  #name(): string {
    this.#skipBlanks();
    return JSON.parse(this.#token(STRING)) as string;
  }

  /** Consumes the closing bracket if it comes next. */
  #closes(bracket: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at += 1;
    return true;
  }

  /** After an item: true after a comma (another item or, after a trailing comma, the bracket), false after the closing bracket. */
  #separates(bracket: string): boolean {
    if (this.#closes(bracket)) return false;
    this.#expect(',');
    return true;
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) throw new NotJson();
    this.#at += 1;
  }

  #token(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [token] = pattern.exec(this.#text) ?? [];
    if (token === undefined) throw new NotJson();
    this.#at += token.length;
    return token;
  }

  #skipBlanks(): void {
    for (;;) {
      BLANK.lastIndex = this.#at;
      const [blank] = BLANK.exec(this.#text) ?? [];
      if (blank !== undefined) {
        this.#at += blank.length;
      } else if (this.#text.startsWith('/*', this.#at)) {
        const end = this.#text.indexOf('*/', this.#at + 2);
        if (end === -1) throw new NotJson();
        this.#at = end + 2;
      } else {
        return;
      }
    }
  }
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
