/**
 * Untrusted text must not imitate the prompt: it gets no `<`, a mark before each line of prose, and deceptive
 * characters spelled out.
 */

/**
 * Controls but newline and tab, formatting, bidirectional marks, separators, lone surrogates, private use, invisible
 * characters, unusual spaces.
 */
const DECEPTIVE =
  /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{16fe4}]|[^\P{Zs} ]/gu;

const TAG_START =
  /[<\u02c2\u1438\u16b2\u2039\u226a\u226e\u227a\u2329\u276c\u276e\u2770\u27e8\u27ea\u29fc\u2a79\u2aa1\u3008\u300a\ufe64\uff1c\u{1d236}]/gu;

const QUOTE_LIKE =
  /[\u02ba\u02dd\u02ee\u02f6\u05f2\u05f4\u1cd3\u201c-\u201f\u2033\u2036\u275d\u275e\u2e42\u3003\u301d-\u301f\uff02\u{1f676}-\u{1f678}]/gu;

/** Deceptive characters become `\uXXXX`. */
export function visible(text: string): string {
  return text.replace(DECEPTIVE, spelledOut);
}

export function showsAnything(text: string): boolean {
  return /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{16fe4}]/u.test(text);
}

/** `visible`, without tag starts; JSON keeps its meaning. */
export function inert(text: string): string {
  return visible(text).replace(TAG_START, spelledOut);
}

export function oneLine(text: string): string {
  return inert(text).replace(/[\n\t]/g, spelledOut);
}

/** `oneLine` with plain quotation marks: a quotation cannot seem to end early. */
export function plainlyQuoted(text: string): string {
  return oneLine(text).replace(QUOTE_LIKE, spelledOut);
}

/** `inert` and short, each line marked. */
export function quoted(text: string, limit: number): string {
  const unix = text.replaceAll('\r\n', '\n');
  const whole = unix.length > limit ? undefined : inert(unix);
  const shown =
    whole !== undefined && whole.length <= limit
      ? whole
      : // Spelling out only lengthens.
        shortened(inert(unix.slice(0, limit)), inert(unix.slice(-limit)), limit, unix.length);
  return `| ${shown.replaceAll('\n', '\n| ')}`;
}

export function toolName(name: string): string {
  return /^[\w.:/@-]+$/.test(name) ? name : inert(JSON.stringify(name));
}

/** At most `limit` characters and a mark. */
export function cutMiddle(text: string, limit: number): string {
  return text.length <= limit ? text : shortened(text, text, limit, text.length);
}

function shortened(start: string, end: string, limit: number, length: number): string {
  const half = Math.floor(limit / 2);
  // Servers refuse half a surrogate pair.
  const head = start.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const tail = end.slice(-half).replace(/^[\udc00-\udfff]/, '');
  return `${head}\n[... the middle of ${length} characters is left out ...]\n${tail}`;
}

function spelledOut(character: string): string {
  let result = '';
  for (let index = 0; index < character.length; index += 1) {
    result += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return result;
}
