import { visit } from 'jsonc-parser';
import type { JsonValue } from '../common/json';

/** The library recurses, and hostile text could exhaust the stack. */
const MAX_DEPTH = 100;

type Container = { readonly fields: Map<string, JsonValue>; name: string } | { readonly items: JsonValue[] };

/** Empty text is an empty object. Undefined: other text, deep nesting, or a repeated name, on which readers differ. */
export function parseJsonWithComments(text: string): JsonValue | undefined {
  const reader = new Reader();
  try {
    visit(text.startsWith('\ufeff') ? text.slice(1) : text, reader, {
      allowTrailingComma: true,
      allowEmptyContent: true,
    });
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
  return reader.document;
}

class NotJson extends Error {}

/** The library's `parse` keeps the last of repeated names, and `__proto__` sets the prototype. */
class Reader {
  document: JsonValue = {};
  readonly #open: Container[] = [];

  // The library detaches these.
  readonly onObjectBegin = (): void => {
    this.#begin({ fields: new Map(), name: '' });
  };

  readonly onArrayBegin = (): void => {
    this.#begin({ items: [] });
  };

  readonly onObjectProperty = (name: string): void => {
    const container = this.#open.at(-1);
    if (container === undefined || !('fields' in container) || container.fields.has(name)) throw new NotJson();
    container.name = name;
  };

  readonly onObjectEnd = (): void => {
    this.#end();
  };

  readonly onArrayEnd = (): void => {
    this.#end();
  };

  readonly onLiteralValue = (value: JsonValue): void => {
    this.#checkDepth();
    this.#put(value);
  };

  // The library would guess.
  readonly onError = (): void => {
    throw new NotJson();
  };

  #begin(container: Container): void {
    this.#checkDepth();
    this.#open.push(container);
  }

  #end(): void {
    const container = this.#open.pop();
    if (container === undefined) throw new NotJson();
    this.#put('fields' in container ? Object.fromEntries(container.fields) : container.items);
  }

  #put(value: JsonValue): void {
    const container = this.#open.at(-1);
    if (container === undefined) this.document = value;
    else if ('fields' in container) container.fields.set(container.name, value);
    else container.items.push(value);
  }

  #checkDepth(): void {
    if (this.#open.length > MAX_DEPTH) throw new NotJson();
  }
}
