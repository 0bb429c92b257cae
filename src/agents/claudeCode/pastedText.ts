/** Claude Code 2.1.329 puts longer pastes between `<pasted_content id="8b09">` and `</pasted_content id="8b09">`. */
import type { TranscriptEntry } from '../../calls/request';

const MARK = /<\/?pasted_content/i;
const OPENING = /<pasted_content id="([0-9A-Za-z_-]{1,64})">\n/y;

const MAX_PASTES = 20;

/**
 * Pasted text is nobody's, and so is all behind an unclear end. A paste that holds its end marker extends to the last
 * one.
 */
export function withoutPasted(prompt: string): readonly TranscriptEntry[] {
  const text = prompt.replace(/\r\n?/g, '\n');
  const entries: TranscriptEntry[] = [];
  const add = (role: 'user' | 'task', words: string): void => {
    if (words.trim() !== '') entries.push({ role, text: words.trim() });
  };
  let from = 0;
  for (let pastes = 0; ; pastes += 1) {
    const length = text.slice(from).search(MARK);
    if (length === -1) {
      add('user', text.slice(from));
      return entries;
    }
    const start = from + length;
    add('user', text.slice(from, start));
    const end = pastes < MAX_PASTES ? endOfPaste(text, start) : undefined;
    add('task', text.slice(start, end));
    if (end === undefined) return entries;
    from = end;
  }
}

function endOfPaste(text: string, start: number): number | undefined {
  OPENING.lastIndex = start;
  const id = OPENING.exec(text)?.[1];
  if (id === undefined) return undefined;
  const closing = `\n</pasted_content id="${id}">`;
  const at = text.lastIndexOf(closing);
  const end = at + closing.length;
  return at >= OPENING.lastIndex - 1 && (end === text.length || text[end] === '\n') ? end : undefined;
}
