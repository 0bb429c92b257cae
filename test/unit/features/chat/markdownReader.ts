/**
 * What of a Markdown text the reader takes for markup: its code blocks and code spans are cut out as CommonMark finds them.
 *
 * @throws Error where code does not end, for then the rest of the text would be a part of it
 */
export function outsideOfCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    if (fence !== undefined) {
      const closing = /^ {0,3}(`+)[ \t]*$/u.exec(line)?.[1] ?? '';
      if (closing.length >= fence.length) fence = undefined;
      continue;
    }
    fence = /^ {0,3}(`{3,})[^`]*$/u.exec(line)?.[1];
    if (fence === undefined) kept.push(withoutSpans(line));
  }
  if (fence !== undefined) throw new Error('a code block does not end');
  return kept.join('\n');
}

function withoutSpans(line: string): string {
  let rest = line;
  let kept = '';
  for (let open = /`+/u.exec(rest); open !== null; open = /`+/u.exec(rest)) {
    const [run] = open;
    const inside = rest.slice(open.index + run.length);
    const close = [...inside.matchAll(/`+/gu)].find(([other]) => other.length === run.length);
    if (close === undefined) throw new Error('a code span does not end');
    kept += rest.slice(0, open.index);
    rest = inside.slice(close.index + run.length);
  }
  return kept + rest;
}

/** Words, character codes, and the markup that answers are made of: bold, lists, parentheses and colons. */
export const PLAIN = /^(?:[\p{L}\p{N} \n]|&#\d{1,7};|\*\*|- |[:()])*$/u;

/** Character codes as a browser shows them. */
export function shownText(markdown: string): string {
  return markdown.replaceAll(/&#(\d+);/gu, (_whole, code: string) => String.fromCodePoint(Number(code)));
}
