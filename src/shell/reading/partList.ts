import { holdsNoSecret } from '../../facts/environmentNames';
import type { Part } from './wordPart';

/** Joins adjacent text, and marks values that may be the environment's. */
export class PartList {
  readonly #parts: Part[] = [];
  readonly #inherits: (name: string) => boolean;
  #text = '';
  #textIsQuoted = false;

  constructor(inherits: (name: string) => boolean) {
    this.#inherits = inherits;
  }

  addText(text: string, quoted: boolean): void {
    if (quoted !== this.#textIsQuoted) this.#flush();
    this.#textIsQuoted = quoted;
    this.#text += text;
    // An empty pair of quotes makes a word.
    if (text === '' && quoted) this.#parts.push({ kind: 'text', text: '', quoted: true });
  }

  addPart(part: Part): void {
    this.#flush();
    const inherited = part.kind === 'value' ? this.#inheritedIn(part.text) : undefined;
    this.#parts.push(part.kind === 'value' && inherited !== undefined ? { ...part, inherited } : part);
  }

  addKnown(parts: readonly Part[]): void {
    this.#flush();
    this.#parts.push(...parts);
  }

  finish(): Part[] {
    this.#flush();
    return this.#parts;
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#parts.push({ kind: 'text', text: this.#text, quoted: this.#textIsQuoted });
    this.#text = '';
  }

  #inheritedIn(text: string): string | undefined {
    return namesIn(text).find((name) => !holdsNoSecret(name) && this.#inherits(name));
  }
}

/** Variables of an expansion. Commands in it are judged by themselves; `${NAME:+x}` only tells that it is set. */
function namesIn(text: string): readonly string[] {
  if (/^(?:\$\((?!\()|`|[<>]\()/.test(text)) return [];
  // There any name means a value: `$((a + b))`, `${text:from:length}`.
  if (text.startsWith('$((') || /^\$\{\w+:[^-+=?]/.test(text)) return text.match(/[A-Za-z_]\w*/g) ?? [];
  const used = Array.from(text.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g), ([, name = '']) => name);
  return /^\$\{\w+:?\+/.test(text) ? used.slice(1) : used;
}
