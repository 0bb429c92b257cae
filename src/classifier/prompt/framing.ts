/**
 * How text of others stands in the prompt. Whoever writes a command, a file or a chat line must not be able to write something that
 * reads like a part of the prompt itself, so: no `<` of theirs survives (no tag can be opened or closed), every line of prose carries
 * a mark in front (no line can imitate a record's heading), and whatever does not show, or only looks like something else, is spelled out.
 */

/**
 * Controls but newline and tab, formatting and bidirectional marks, line and paragraph separators, lone surrogates, private use,
 * everything that renders as nothing (the Braille blank, a musical and a Khitan filler too), and spaces that are no plain space.
 */
const DECEPTIVE =
  /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{16fe4}]|[^\P{Zs} ]/gu;

/** What begins a tag, and what looks like it. */
const TAG_START =
  /[<\u02c2\u1438\u16b2\u2039\u226a\u226e\u227a\u2329\u276c\u276e\u2770\u27e8\u27ea\u29fc\u2a79\u2aa1\u3008\u300a\ufe64\uff1c\u{1d236}]/gu;

/** What looks like a double quotation mark. */
const QUOTE_LIKE =
  /[\u02ba\u02dd\u02ee\u02f6\u05f2\u05f4\u1cd3\u201c-\u201f\u2033\u2036\u275d\u275e\u2e42\u3003\u301d-\u301f\uff02\u{1f676}-\u{1f678}]/gu;

/** The text with every character that does not show, or shows as something else, as `\uXXXX`. */
export function visible(text: string): string {
  return text.replace(DECEPTIVE, spelledOut);
}

/** Whether any character of the text shows at all. */
export function showsAnything(text: string): boolean {
  return /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{16fe4}]/u.test(text);
}

/** `visible`, and without the beginning of any tag. In JSON text the result is still JSON, and means the same. */
export function inert(text: string): string {
  return visible(text).replace(TAG_START, spelledOut);
}

/** `inert`, on one line. */
export function oneLine(text: string): string {
  return inert(text).replace(/[\n\t]/g, spelledOut);
}

/** `oneLine`, and no quotation mark in it but the plain one: no text in quotes can seem to end before its end. */
export function plainlyQuoted(text: string): string {
  return oneLine(text).replace(QUOTE_LIKE, spelledOut);
}

/** `inert`, shortened, every line marked as quoted. */
export function quoted(text: string, limit: number): string {
  const unix = text.replaceAll('\r\n', '\n');
  const whole = unix.length > limit ? undefined : inert(unix);
  const shown =
    whole !== undefined && whole.length <= limit
      ? whole
      : // Spelling out only lengthens, so the ends of the result come from the ends of the text.
        shortened(inert(unix.slice(0, limit)), inert(unix.slice(-limit)), limit, unix.length);
  return `| ${shown.replaceAll('\n', '\n| ')}`;
}

/** A tool's name, or a JSON string of it where it is no plain name. */
export function toolName(name: string): string {
  return /^[\w.:/@-]+$/.test(name) ? name : inert(JSON.stringify(name));
}

/** At most `limit` characters and a mark that something is missing: the beginning and the end tell more than the middle. */
export function cutMiddle(text: string, limit: number): string {
  return text.length <= limit ? text : shortened(text, text, limit, text.length);
}

function shortened(start: string, end: string, limit: number, length: number): string {
  const half = Math.floor(limit / 2);
  // Half a surrogate pair is no text, and servers refuse it.
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
