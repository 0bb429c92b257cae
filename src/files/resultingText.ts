import type { FileSystem } from './fileSystem';
import type { TextEdit } from './fileTouch';
import type { LocatedTouch } from './pathResolution';

/** No settings file is larger. */
const MAX_CHARACTERS = 2_000_000;
/** Searched characters and replaced places, above any real edit. */
const MAX_SEARCHED_CHARACTERS = 50_000_000;
const MAX_REPLACED = 50_000;

/** Text must not pass for the others. */
export type KnownText = { readonly text: string } | 'absent' | 'unknown';

export function presentText(touch: LocatedTouch, files: FileSystem): KnownText {
  const { real, remote } = touch.resolved;
  return real === undefined || remote ? 'unknown' : textAt(real, files);
}

export function textAt(path: string, files: FileSystem): KnownText {
  if (files.inspect(path) === 'absent') return 'absent';
  const text = files.readText(path, MAX_CHARACTERS);
  return text === undefined ? 'unknown' : { text };
}

export function resultingText(touch: LocatedTouch, present: KnownText): KnownText {
  switch (touch.change) {
    case 'delete':
    case 'rename-from':
      return 'absent';
    case 'read':
    case 'list':
    case 'search':
      return present;
    case 'overwrite':
    case 'in-place':
    case 'rename-to': {
      if (touch.newText !== undefined) return { text: touch.newText };
      if (touch.edits === undefined || touch.tolerant === true || typeof present === 'string') return 'unknown';
      const text = editedText(present.text, touch.edits);
      return text === undefined ? 'unknown' : { text };
    }
  }
}

/** JavaScript's `replace` would insert parts of the file. */
const INSERTS_OTHER_TEXT = /\$[$&`'\d<]/;

/**
 * Only if all tools agree: each old text occurs (once, unless all are replaced), and edits in any order give the same.
 */
export function editedText(text: string, edits: readonly TextEdit[]): string | undefined {
  let oneByOne = text;
  let searched = 0;
  const spans: { readonly start: number; readonly end: number; readonly newText: string }[] = [];
  for (const edit of edits) {
    searched += text.length + oneByOne.length;
    if (searched > MAX_SEARCHED_CHARACTERS || INSERTS_OTHER_TEXT.test(edit.newText)) return undefined;
    const starts = occurrences(text, edit.oldText);
    const now = occurrences(oneByOne, edit.oldText);
    if (starts === undefined || now === undefined || starts.length === 0 || starts.length !== now.length) {
      return undefined;
    }
    if (starts.length > 1 && !edit.replaceAll) return undefined;
    if (spans.length + starts.length > MAX_REPLACED) return undefined;
    if (oneByOne.length + now.length * edit.newText.length > MAX_CHARACTERS) return undefined;
    oneByOne = oneByOne.split(edit.oldText).join(edit.newText);
    for (const start of starts) spans.push({ start, end: start + edit.oldText.length, newText: edit.newText });
  }
  return oneByOne === withSpans(text, spans) ? oneByOne : undefined;
}

/** Undefined: empty text. Without overlaps, as String.split. */
function occurrences(text: string, part: string): number[] | undefined {
  if (part === '') return undefined;
  const starts: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) starts.push(at);
  return starts;
}

/** Undefined: replacements overlap. */
function withSpans(
  text: string,
  spans: { readonly start: number; readonly end: number; readonly newText: string }[],
): string | undefined {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, newText } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < at) return undefined;
    parts.push(text.slice(at, start), newText);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
