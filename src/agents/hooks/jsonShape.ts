/**
 * What may be wrong with a JSON text before it is parsed. Parsing, comparing and digesting take time and memory by the number of values, and
 * go as deep as they are nested: a few characters of a payload can cost a window a hundred times as many bytes.
 */

/** More than any call or result consists of; some agents write bytes as numbers. Text counts as one value, however long. */
const MAX_VALUES = 500_000;
const MAX_DEPTH = 500;

const BACKSLASH = 0x5c;

/**
 * How the text ends in "The payload ...": too many values, nested too deep, or a key twice in one object, of which readers take the first or
 * the last. Undefined where nothing is wrong, and for a text that is no JSON: the parser says so.
 */
export function unfitShape(text: string): string | undefined {
  /** The keys of each object that is open; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"': {
        const end = stringEnd(text, at);
        if (end === undefined) return undefined;
        const keys = open.at(-1);
        if (keys !== undefined && isFollowedByColon(text, end)) {
          const key = keyOf(text.slice(at, end));
          if (key === undefined) return undefined;
          if (keys.has(key)) return 'has a key twice in one object';
          keys.add(key);
        }
        at = end - 1;
        break;
      }
      case '{':
      case '[':
        values += 1;
        open.push(text.charAt(at) === '{' ? new Set() : undefined);
        if (open.length > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        values += 1;
        break;
    }
    if (values > MAX_VALUES) return `consists of more than ${MAX_VALUES} values`;
  }
  return undefined;
}

/** The index behind the closing quote. */
function stringEnd(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return undefined;
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at += 1;
  return text.charAt(at) === ':';
}

/** Undefined for what no parser reads. */
function keyOf(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
