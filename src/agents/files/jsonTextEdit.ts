/** jsonc-parser's `modify` reformats the lines that it touches. */
import { createScanner, parseTree, type Node, type ParseError, type ParseOptions } from 'jsonc-parser';
import type { JsonValue } from '../../common/json';

/** As `JSON.parse`. */
const STRICT: ParseOptions = { disallowComments: true, allowTrailingComma: false };
/** As `JSON.parse` without comments. */
const COMMENTS: ParseOptions = { disallowComments: false, allowTrailingComma: false };
/** Finds our entry even among comments. */
const LENIENT: ParseOptions = { disallowComments: false, allowTrailingComma: true };
const MODES = { strict: STRICT, comments: COMMENTS, lenient: LENIENT } as const;

/** Codex ignores files 128 deep. */
const MAX_DEPTH = 100;

export interface JsonTextError {
  readonly offset: number;
  readonly isTooDeep?: true;
}

export function parseJsonText(text: string, mode: keyof typeof MODES): Node | JsonTextError {
  const depth = tooDeepAt(text);
  if (depth !== undefined) return { offset: depth, isTooDeep: true };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, MODES[mode]);
  const error = errors[0];
  return error === undefined && root !== undefined ? root : { offset: error?.offset ?? 0 };
}

/** The parser recurses. */
function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  do {
    scanner.scan();
    const start = text[scanner.getTokenOffset()];
    if (start === '{' || start === '[') depth += 1;
    if (start === '}' || start === ']') depth -= 1;
    if (depth > MAX_DEPTH) return scanner.getTokenOffset();
  } while (scanner.getTokenLength() > 0);
  return undefined;
}

/** 'twice': readers differ in which duplicate counts. */
export function property(object: Node, key: string): Node | 'twice' | undefined {
  const found = (object.children ?? []).filter((child) => child.children?.[0]?.value === key);
  return found.length > 1 ? 'twice' : found[0];
}

export function propertyValue(node: Node): Node | undefined {
  return node.children?.[1];
}

export function appendElement(text: string, array: Node, value: JsonValue): string {
  return append(text, array, (layout) => render(value, layout));
}

/** The key must be absent. */
export function appendProperty(text: string, object: Node, key: string, value: JsonValue): string {
  return append(text, object, (layout) =>
    layout === undefined
      ? `${JSON.stringify(key)}:${render(value, layout)}`
      : `${JSON.stringify(key)}: ${render(value, layout)}`,
  );
}

export function replaceValue(text: string, node: Node, value: JsonValue): string {
  const rendered = render(value, layoutAt(text, node.offset, 0));
  return text.slice(0, node.offset) + rendered + text.slice(node.offset + node.length);
}

/** With the separating comma. */
export function removeChild(text: string, parent: Node, child: Node): string {
  const children = parent.children ?? [];
  const index = children.indexOf(child);
  const previous = children[index - 1];
  const next = children[index + 1];
  const start = child.offset;
  const end = child.offset + child.length;
  const cut = (from: number, to: number): string => text.slice(0, from) + text.slice(to);

  if (next !== undefined) {
    // Or to a comment before it.
    const gap = /^\s*,\s*/.exec(text.slice(end, next.offset));
    return cut(start, end + (gap?.[0].length ?? 0));
  }
  if (previous !== undefined) {
    const from = previous.offset + previous.length;
    const between = text.slice(from, start);
    if (/^\s*,\s*$/.test(between)) return cut(from, end);
    const comma = from + between.search(/,/);
    return text.slice(0, comma) + text.slice(comma + 1, start) + text.slice(end);
  }
  const close = parent.offset + parent.length - 1;
  const before = text.slice(parent.offset + 1, start);
  const after = text.slice(end, close).replace(/^\s*,/, '');
  const rest = `${before.trimEnd()}${after}`;
  return text.slice(0, parent.offset + 1) + (rest.trim() === '' ? '' : rest) + text.slice(close);
}

/** Undefined: one line. */
type Layout = { readonly indent: string; readonly unit: string; readonly newline: string } | undefined;

function render(value: JsonValue, layout: Layout): string {
  if (layout === undefined) return JSON.stringify(value);
  return JSON.stringify(value, undefined, layout.unit).replaceAll('\n', layout.newline + layout.indent);
}

function append(text: string, container: Node, rendered: (layout: Layout) => string): string {
  const children = container.children ?? [];
  const last = children.at(-1);
  const inside = container.offset + 1;
  const layout = layoutAt(text, container.offset, 1);
  if (last !== undefined) {
    const at = last.offset + last.length;
    const onOneLine = !text.slice(inside, last.offset).includes('\n');
    const addition =
      layout === undefined || onOneLine
        ? `, ${rendered(undefined)}`
        : `,${layout.newline}${layout.indent}${rendered(layout)}`;
    return text.slice(0, at) + addition + text.slice(at);
  }
  const close = container.offset + container.length - 1;
  if (layout === undefined) return text.slice(0, inside) + rendered(undefined) + text.slice(close);
  const closingIndent = layoutAt(text, container.offset, 0)?.indent ?? '';
  return (
    text.slice(0, inside) +
    `${layout.newline}${layout.indent}${rendered(layout)}${layout.newline}${closingIndent}` +
    text.slice(close)
  );
}

function layoutAt(text: string, offset: number, levels: number): Layout {
  const newline = /\r?\n/.exec(text.trimEnd())?.[0];
  if (newline === undefined && text.trim() !== '{}') return undefined;
  const unit = /^[\t ]+(?=["{[}\]])/m.exec(text)?.[0] ?? '  ';
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const indent = /^[\t ]*/.exec(line)?.[0] ?? '';
  return { indent: indent + unit.repeat(levels), unit, newline: newline ?? '\n' };
}
