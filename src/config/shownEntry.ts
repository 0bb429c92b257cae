/** Of any size and depth. */
import { withoutCredentials } from './addressCredentials';

const SHOWN_CHARACTERS = 200;
/** Part of a password is not recognised. */
const READ_CHARACTERS = 2000;

/** Large or deep entries take no longer. */
export function shownEntry(entry: unknown): string {
  return shortened(typeof entry === 'string' ? entry : jsonBegin(entry));
}

export function shownJson(value: unknown): string {
  return shortened(jsonBegin(value));
}

function shortened(text: string): string {
  const shown = withoutCredentials(text.slice(0, READ_CHARACTERS));
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
}

/** The JSON, or enough of its start. */
function jsonBegin(value: unknown): string {
  let text = '';
  const full = (): boolean => text.length > SHOWN_CHARACTERS;
  const write = (part: unknown): void => {
    if (typeof part === 'string')
      text += JSON.stringify(withoutCredentials(part.slice(0, READ_CHARACTERS)).slice(0, SHOWN_CHARACTERS));
    else if (Array.isArray(part)) writeItems('[', ']', part, write);
    else if (typeof part === 'object' && part !== null) {
      // There may be many names.
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
