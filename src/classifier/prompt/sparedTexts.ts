const MOST_COMPARED = 500_000;

export class SparedTexts {
  readonly #texts: readonly string[];
  #compared = 0;

  constructor(texts: readonly string[]) {
    this.#texts = [...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
  }

  holds(whole: string, from: number, to: number): boolean {
    this.#compared += this.#texts.length;
    return this.#compared <= MOST_COMPARED && this.#texts.some((text) => isAround(whole, text, from, to));
  }
}

function isAround(whole: string, text: string, from: number, to: number): boolean {
  if (text.length < to - from) return false;
  const start = Math.max(0, to - text.length);
  const window = whole.slice(start, from + text.length);
  for (let at = window.indexOf(text); at !== -1; at = window.indexOf(text, at + 1)) {
    if (isWhole(whole, start + at, start + at + text.length)) return true;
  }
  return false;
}

/** A part of a longer word may be another key. */
function isWhole(whole: string, begin: number, end: number): boolean {
  const before = whole.slice(Math.max(0, begin - 2), begin);
  const startsInside = /^[\w.+~-]/.test(whole.charAt(begin)) && /[\w.+~/-]$/.test(before) && !/\\[nrt]$/.test(before);
  const endsInside = /\w/.test(whole.charAt(end - 1)) && /^(?:[\w+~/-]|\.\w)/.test(whole.slice(end, end + 2));
  return !startsInside && !endsInside;
}
