/** `{a,b}c` is `ac bc`, `{1..3}` is `1 2 3`. */
import type { Shell } from '../model/analysis';
import type { Part } from './wordPart';

const MOST_WORDS = 256;

export interface Expanded {
  readonly words: readonly (readonly Part[])[];
  readonly isExact: boolean;
}

export function hasBraces(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'brace');
}

/** Flat lists and ranges; nested ones are not exact. */
export function expandBraces(parts: readonly Part[]): Expanded {
  let words: Part[][] = [[]];
  let isExact = true;
  let literalBraces = false;
  let replaced = false;
  // Bash looks for an open brace's comma beyond a closing one.
  let openBrace = false;
  let commaInOpenBrace = false;
  for (let at = 0; at < parts.length;) {
    const part = parts[at];
    if (part === undefined) break;
    let alternatives: readonly (readonly Part[])[] = [[part]];
    let end = at + 1;
    if (part.kind === 'brace') {
      const group = part.text === '{' ? readGroup(parts, at) : undefined;
      if (group === undefined) {
        alternatives = [[asText(part)]];
        literalBraces ||= part.text !== ',';
        if (part.text === '}' && commaInOpenBrace) isExact = false;
        openBrace ||= part.text === '{';
        commaInOpenBrace ||= openBrace && part.text === ',';
      } else {
        ({ alternatives, end } = group);
        isExact &&= group.isExact;
        replaced = true;
      }
    }
    if (words.length * alternatives.length > MOST_WORDS) {
      return { words: [[{ kind: 'value', text: writtenParts(parts), quoted: false }]], isExact: false };
    }
    const [only = []] = alternatives;
    if (alternatives.length === 1) for (const word of words) word.push(...only);
    else words = words.flatMap((word) => alternatives.map((alternative) => [...word, ...alternative]));
    at = end;
  }
  // Which braces match is certain only if all are expanded, or none.
  return { words, isExact: isExact && !(replaced && literalBraces) };
}

interface Group {
  readonly alternatives: readonly (readonly Part[])[];
  readonly end: number;
  readonly isExact: boolean;
}

/** Undefined for a literal brace. */
function readGroup(parts: readonly Part[], open: number): Group | undefined {
  const alternatives: Part[][] = [[]];
  let depth = 0;
  let isNested = false;
  for (let at = open + 1; at < parts.length; at++) {
    const part = parts[at];
    if (part === undefined) break;
    if (part.kind === 'brace' && part.text === '{') {
      depth++;
      isNested = true;
    } else if (part.kind === 'brace' && part.text === '}') {
      if (depth-- === 0) {
        if (alternatives.length > 1) {
          return isNested ? expandNested(alternatives, at + 1) : { alternatives, end: at + 1, isExact: true };
        }
        const range = readRange(alternatives[0] ?? []);
        return range === undefined ? undefined : { ...range, end: at + 1 };
      }
    } else if (part.kind === 'brace' && depth === 0) {
      alternatives.push([]);
      continue;
    }
    alternatives.at(-1)?.push(part);
  }
  return undefined;
}

function expandNested(alternatives: readonly (readonly Part[])[], end: number): Group {
  return { alternatives: alternatives.flatMap((alternative) => expandBraces(alternative).words), end, isExact: false };
}

/** Other ranges are not exact. */
function readRange(parts: readonly Part[]): Pick<Group, 'alternatives' | 'isExact'> | undefined {
  const text = writtenParts(parts);
  if (!text.includes('..')) return undefined;
  const [part] = parts;
  const notExact = { alternatives: [[{ kind: 'value', text: `{${text}}`, quoted: false } as const]], isExact: false };
  if (parts.length !== 1 || part?.kind !== 'text' || part.quoted) return notExact;
  const numbers = /^(-?(?:0|[1-9]\d{0,5}))\.\.(-?(?:0|[1-9]\d{0,5}))$/.exec(text);
  if (numbers !== null) return rangeOf(Number(numbers[1]), Number(numbers[2]), String) ?? notExact;
  if (/^(?:[a-z]\.\.[a-z]|[A-Z]\.\.[A-Z])$/.test(text)) {
    return rangeOf(text.charCodeAt(0), text.charCodeAt(3), (code) => String.fromCharCode(code)) ?? notExact;
  }
  return notExact;
}

function rangeOf(
  first: number,
  last: number,
  write: (value: number) => string,
): Pick<Group, 'alternatives' | 'isExact'> | undefined {
  const length = Math.abs(last - first) + 1;
  if (length > MOST_WORDS) return undefined;
  const step = last < first ? -1 : 1;
  const alternatives = Array.from({ length }, (_, index): Part[] => [
    { kind: 'text', text: write(first + step * index), quoted: false },
  ]);
  return { alternatives, isExact: true };
}

function asText({ text }: Part): Part {
  return { kind: 'text', text, quoted: false };
}

function writtenParts(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

/** Braces expand first, which may change what is next to them. */
export function mayDifferInBraces(parts: readonly Part[], written: string, shell: Shell): boolean {
  if (!parts.some((part) => part.kind === 'brace' && part.text === '{')) return false;
  // Another shell's value in `{$x,}` may be longer.
  if (shell !== 'bash' && /\{.*(?:,|\.\.)/s.test(written)) return true;
  // Nothing else expands.
  if (!/\{[^}]*(?:,|\.\.)/.test(written)) return false;
  const isMixed = parts.some((part) => part.kind === 'split' || (part.kind === 'glob' && part.text.startsWith('[')));
  return isMixed || /~|\$(?![('])|[<>`]/.test(written) || shell !== 'bash';
}
