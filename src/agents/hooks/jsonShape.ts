/** Few characters can cost a hundred times as many bytes. */

/** Above any real call; some agents send bytes as numbers. */
const MAX_VALUES = 500_000;
const MAX_DEPTH = 500;

const BACKSLASH = 0x5c;

/** Ends "The payload ...": too many values, too deep, or a duplicate key. Undefined for non-JSON. */
export function unfitShape(text: string): string | undefined {
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

/** After the closing quote. */
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

function keyOf(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
