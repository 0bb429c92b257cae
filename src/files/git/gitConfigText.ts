import { table } from '../../common/table';
import { LRUCache } from 'lru-cache';

export interface GitConfigSetting {
  /** Lower case. */
  readonly section: string;
  readonly subsection: string | undefined;
  /** Lower case. */
  readonly name: string;
  /** Undefined: a bare name is true. */
  readonly value: string | undefined;
}

/** Texts come from the disk each time, so none is stale. */
const known = new LRUCache<string, { readonly settings: readonly GitConfigSetting[] | undefined }>({
  max: 50,
  maxSize: 200_000,
  sizeCalculation: (_, text) => text.length + 1,
});

/** Undefined: git may refuse it or read it otherwise. */
export function settingsOfGitConfig(text: string): readonly GitConfigSetting[] | undefined {
  let found = known.get(text);
  if (found === undefined) {
    found = { settings: readConfig(text) };
    known.set(text, found);
  }
  return found.settings;
}

function readConfig(text: string): readonly GitConfigSetting[] | undefined {
  // git versions differ on text behind it.
  if (text.includes('\0')) return undefined;
  return new ConfigReader(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')).read();
}

const ESCAPES: Readonly<Record<string, string>> = table({ n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' });

class ConfigReader {
  readonly #text: string;
  #at = 0;
  #section: { section: string; subsection: string | undefined } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly GitConfigSetting[] | undefined {
    const settings: GitConfigSetting[] = [];
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      if (/\s/.test(char)) {
        this.#at += 1;
      } else if (char === '#' || char === ';') {
        this.#skipLine();
      } else if (char === '[') {
        this.#section = this.#readSection();
        if (this.#section === undefined) return undefined;
      } else {
        const setting = this.#readSetting();
        if (setting === undefined) return undefined;
        settings.push(setting);
      }
    }
    return settings;
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#text.length : end + 1;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #readSection(): { section: string; subsection: string | undefined } | undefined {
    this.#at += 1;
    const name = this.#take(/[A-Za-z0-9.-]*/y).toLowerCase();
    if (name === '') return undefined;
    const quoted = /[ \t]/.test(this.#text[this.#at] ?? '') ? this.#readSubsection() : undefined;
    if (this.#text[this.#at] !== ']') return undefined;
    this.#at += 1;
    const dot = name.indexOf('.');
    if (dot === -1) return { section: name, subsection: quoted };
    const old = name.slice(dot + 1);
    return { section: name.slice(0, dot), subsection: quoted === undefined ? old : `${old}.${quoted}` };
  }

  #readSubsection(): string | undefined {
    this.#take(/[ \t]*/y);
    if (this.#text[this.#at] !== '"') return undefined;
    this.#at += 1;
    let subsection = '';
    for (;;) {
      subsection += this.#take(/[^"\\\n]*/y);
      const char = this.#text[this.#at];
      if (char !== '\\' && char !== '"') return undefined;
      this.#at += 1;
      if (char === '"') return subsection;
      const escaped = this.#text[this.#at];
      if (escaped === undefined || escaped === '\n') return undefined;
      subsection += escaped;
      this.#at += 1;
    }
  }

  #readSetting(): GitConfigSetting | undefined {
    const name = this.#take(/[A-Za-z][A-Za-z0-9-]*/y).toLowerCase();
    if (name === '' || this.#section === undefined) return undefined;
    this.#take(/[ \t]*/y);
    const next = this.#text[this.#at];
    if (next === undefined || next === '\n') return { ...this.#section, name, value: undefined };
    if (next !== '=') return undefined;
    this.#at += 1;
    const value = this.#readValue();
    return value === undefined ? undefined : { ...this.#section, name, value };
  }

  #readValue(): string | undefined {
    this.#take(/[ \t]*/y);
    let value = '';
    /** Without unquoted trailing blanks. */
    let kept = 0;
    let isQuoted = false;
    for (;;) {
      const plain = this.#take(isQuoted ? /[^"\\\n]+/y : /[^"\\\n#;\s]+/y);
      value += plain;
      if (plain !== '') kept = value.length;
      const char = this.#text[this.#at];
      this.#at += 1;
      if (char === undefined || char === '\n') return isQuoted ? undefined : value.slice(0, kept);
      if (char === '"') {
        isQuoted = !isQuoted;
        kept = value.length;
      } else if (char === '\\') {
        const escaped = this.#text[this.#at];
        this.#at += 1;
        if (escaped === '\n') continue;
        const meant = ESCAPES[escaped ?? ''];
        if (meant === undefined) return undefined;
        value += meant;
        kept = value.length;
      } else if (char === '#' || char === ';') {
        this.#skipLine();
        return value.slice(0, kept);
      } else {
        value += char;
      }
    }
  }
}
