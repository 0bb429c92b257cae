/** Parsing time grows faster than the input. */
export const LONGEST_SCRIPT = 8192;
/** The parser recurses. */
const DEEPEST_NESTING = 48;

/** Shell, parser and reader differ on these: control characters, odd blanks, invisible characters. */
const MISLEADING_CHARACTER =
  /[\0-\x08\x0b-\x1f\x7f-\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\uffff\ud800-\udfff]/;
const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

export interface SourceVerdict {
  readonly length: number;
  readonly objections: readonly { readonly why: string; readonly position: number }[];
}

export function guardSource(script: string): SourceVerdict {
  const objections: { why: string; position: number }[] = [];
  let length = script.length;
  if (length > LONGEST_SCRIPT) {
    length = lineStart(script, LONGEST_SCRIPT);
    objections.push({ why: `it is longer than ${String(LONGEST_SCRIPT)} characters`, position: length });
  }
  const deep = tooDeepAt(script, length);
  if (deep !== undefined) {
    length = lineStart(script, deep);
    objections.push({ why: 'it is nested too deeply', position: length });
  }
  const misleading = misleadingCharacterAt(script.slice(0, length));
  if (misleading !== undefined) {
    objections.push({
      why: 'it contains a control character or a character that cannot be seen',
      position: misleading,
    });
  }
  return { length, objections };
}

function lineStart(script: string, position: number): number {
  const newline = script.lastIndexOf('\n', position - 1);
  return newline <= 0 ? position : newline + 1;
}

/** Quoted brackets count too: they are rare. */
function tooDeepAt(script: string, length: number): number | undefined {
  let depth = 0;
  let backticks = 0;
  for (let at = 0; at < length; at++) {
    switch (script.charCodeAt(at)) {
      case 0x28: // (
      case 0x7b: // {
        if (++depth > DEEPEST_NESTING) return at;
        break;
      case 0x29: // )
      case 0x7d: // }
        if (depth > 0) depth--;
        break;
      case 0x60: // `
        if (++backticks > 4 * DEEPEST_NESTING) return at;
        break;
    }
  }
  return undefined;
}

function misleadingCharacterAt(script: string): number | undefined {
  const found = MISLEADING_CHARACTER.exec(script);
  if (found === null) return undefined;
  const { index } = found;
  if (script.charCodeAt(index) < 0xd800 || script.charCodeAt(index) > 0xdfff) return index;
  // A pair of halves is one character; only a lone half misleads.
  const rest = MISLEADING_CHARACTER.exec(script.replace(SURROGATE_PAIRS, '__'));
  return rest === null ? undefined : rest.index;
}
