/** Settings as they are shown to people. What stands in them may be as large and as deeply nested as its author likes. */
import { withoutCredentials } from './addressCredentials';

const SHOWN_CHARACTERS = 200;
/** A password has to be whole to be seen as one. */
const READ_CHARACTERS = 2000;

/** An entry as it is shown: JSON unless it is text, shortened. Takes no longer for what is large or deep. */
export function shownEntry(entry: unknown): string {
  return shortened(typeof entry === 'string' ? entry : jsonBegin(entry));
}

/** A value as JSON, shortened. Unlike an entry that is shown, a text is put in quotation marks. */
export function shownJson(value: unknown): string {
  return shortened(jsonBegin(value));
}

function shortened(text: string): string {
  const shown = withoutCredentials(text.slice(0, READ_CHARACTERS));
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
}

/** The value's JSON, or so much of its begin that it has to be shortened. Each level adds a character, so levels are few. */
function jsonBegin(value: unknown): string {
  let text = '';
  const full = (): boolean => text.length > SHOWN_CHARACTERS;
  const write = (part: unknown): void => {
    if (typeof part === 'string')
      text += JSON.stringify(withoutCredentials(part.slice(0, READ_CHARACTERS)).slice(0, SHOWN_CHARACTERS));
    else if (Array.isArray(part)) writeItems('[', ']', part, write);
    else if (typeof part === 'object' && part !== null) {
      // More names than characters do not fit, and there may be very many.
      writeItems('{', '}', Object.keys(part).slice(0, SHOWN_CHARACTERS), (name) => {
        write(name);
        text += ':';
        write((part as Readonly<Record<string, unknown>>)[name]);
      });
    } else text += (JSON.stringify(part) as string | undefined) ?? 'null';
  };
  const writeItems = <T>(open: string, close: string, items: readonly T[], writeItem: (item: T) => void): void => {
    text += open;
    for (const [index, item] of items.entries()) {
      if (full()) return;
      if (index > 0) text += ',';
      writeItem(item);
    }
    text += close;
  };
  write(value);
  return text;
}
