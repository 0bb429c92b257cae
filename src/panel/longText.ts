import { MAX_PAGES, type ShownText, type StoryPiece } from './story';
import { oneOrMany } from '../common/oneOrMany';
import { t } from '@vscode/l10n';
import { visibleLine, visibleLines } from '../common/visibleText';
import type { Span } from './fragmentMarks';

export interface LongText {
  readonly name: string;
  readonly text: string;
  readonly marks: readonly Span[];
}

const PAGE_CHARACTERS = 8_000;
/** Characters around a first mark that lies beyond the drawn part. */
const AROUND_MARK = 300;
const SHOWN_OF_MARK = 2_000;

/** The first pages, and the first mark anywhere. Omissions are marked. */
export function shownText({ name, text, marks }: LongText, pages: number): ShownText {
  const end = cutAt(text, Math.min(pages, MAX_PAGES) * PAGE_CHARACTERS);
  const parts: Span[] = [[0, end]];
  const [first] = marks;
  if (first !== undefined && first[1] > end) {
    const from = cutAt(text, Math.max(end, first[0] - AROUND_MARK));
    const to = cutAt(text, Math.min(first[1], first[0] + SHOWN_OF_MARK) + AROUND_MARK);
    if (from === end) parts[0] = [0, to];
    else parts.push([from, to]);
  }
  const pieces: StoryPiece[] = [];
  let shown = 0;
  for (const [from, to] of parts) {
    if (from > shown) pieces.push(gap(from - shown));
    pieces.push(...markedPieces(text, [from, to], marks, visibleLines));
    shown = to;
  }
  if (shown < text.length) pieces.push(gap(text.length - shown));
  const cut = shown < text.length || parts.length > 1;
  return { name, pieces, cut, ...(cut && pages < MAX_PAGES ? { nextPages: pages + 1 } : {}) };
}

/** In one line; characters beyond `most` are counted. */
export function markedLine(text: string, marks: readonly Span[], most: number): readonly StoryPiece[] {
  const end = cutAt(text, most);
  const pieces = markedPieces(text, [0, end], marks, visibleLine);
  return end === text.length ? pieces : [...pieces, gap(text.length - end)];
}

function gap(count: number): StoryPiece {
  return {
    kind: 'gap',
    text: oneOrMany(
      count,
      t('… 1 character is not shown here …'),
      t('… {count} characters are not shown here …', { count }),
    ),
  };
}

function markedPieces(
  text: string,
  [from, to]: Span,
  marks: readonly Span[],
  visible: (text: string) => string,
): StoryPiece[] {
  const pieces: StoryPiece[] = [];
  const add = (kind: 'plain' | 'mark', start: number, end: number): void => {
    if (end > start) pieces.push({ kind, text: visible(text.slice(start, end)) });
  };
  let at = from;
  for (const [start, end] of marks) {
    if (end <= from || start >= to) continue;
    add('plain', at, start);
    at = Math.min(end, to);
    add('mark', Math.max(start, from), at);
  }
  add('plain', at, to);
  return pieces;
}

/** Never splits a surrogate pair. */
function cutAt(text: string, wanted: number): number {
  const at = Math.min(wanted, text.length);
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
