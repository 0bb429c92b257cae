/** In UTF-16 units. */
export type Span = readonly [start: number, end: number];

/** One letter matches often. */
const MAX_MARKS = 100;
/** A shell strips these, so fragment and input may differ in them. */
const NO_MATTER = /[\s"'\\]/u;
/** Shorter ones match anywhere. */
const MIN_ALIKE = 4;

/** Decisions cut longer ones and append an ellipsis. */
const MAX_FRAGMENT_CHARACTERS = 2_000;

/**
 * Every place of the fragment. Without an exact match quotes, backslashes and blanks do not count, since words are
 * reported as the shell makes them. Linear time.
 * @param json quotes and line breaks are escaped in the text
 * @returns in order, not overlapping
 */
export function fragmentMarks(text: string, fragment: string, json = false): readonly Span[] {
  const wanted = whole(fragment);
  if (wanted.trim() === '') return [];
  const written = json ? JSON.stringify(wanted).slice(1, -1) : wanted;
  const found = places(text, written);
  return found.length > 0 ? found : alike(text, written);
}

function whole(fragment: string): string {
  const isCut = fragment.length > MAX_FRAGMENT_CHARACTERS && fragment.endsWith('…');
  return isCut ? fragment.slice(0, -1) : fragment;
}

function places(text: string, wanted: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && spans.length < MAX_MARKS; at = text.indexOf(wanted, at)) {
    spans.push([at, at + wanted.length]);
    at += wanted.length;
  }
  return spans;
}

function alike(text: string, wanted: string): Span[] {
  const squeezed = squeeze(wanted).text;
  if (squeezed.length < MIN_ALIKE) return [];
  const { text: inText, at } = squeeze(text);
  return places(inText, squeezed).map(([start, end]) => [at[start] ?? 0, (at[end - 1] ?? 0) + 1]);
}

/** `at` is each kept character's original place. */
function squeeze(text: string): { readonly text: string; readonly at: Uint32Array } {
  const at = new Uint32Array(text.length);
  const kept: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (NO_MATTER.test(character)) continue;
    at[kept.length] = index;
    kept.push(character);
  }
  return { text: kept.join(''), at };
}
