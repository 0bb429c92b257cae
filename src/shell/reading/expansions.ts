/** Which `${ }` neither run nor assign anything. */
import type { WordPart } from 'unbash';
import type { Expansion } from './wordPart';

export type ParsedParts = () => readonly WordPart[] | undefined;

/** Reads the parsed word on demand. */
export function expansionFinder(parsed: ParsedParts): (position: number) => Expansion | undefined {
  let expansions: Map<number, Expansion> | undefined;
  return (position) => {
    if (expansions === undefined) {
      expansions = new Map();
      collectExpansions(parsed() ?? [], expansions);
    }
    return expansions.get(position);
  };
}

function collectExpansions(parts: readonly WordPart[], found: Map<number, Expansion>): void {
  for (const part of parts) {
    switch (part.type) {
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticExpansion':
      case 'ParameterExpansion':
        found.set(part.pos, part);
        break;
      case 'DoubleQuoted':
      case 'LocaleString':
      case 'BraceExpansion':
      case 'ExtendedGlob':
      case 'Glob':
        collectExpansions(part.parts ?? [], found);
        break;
      default:
    }
  }
}

const PARAMETER = /\$\{(#?)([A-Za-z_]\w*|[0-9]+|[@*#?$!-])((?:[-+?%#^,/]|:[-+?]|:(?=[ 0-9]))[\w ./:,=+%*?#^~-]*|)\}/y;

/** Groups: `#`, the name, the operation with its operand. */
export function matchParameter(source: string, start: number, end: number): RegExpExecArray | undefined {
  PARAMETER.lastIndex = start;
  const found = PARAMETER.exec(source);
  if (found === null || start + found[0].length > end) return undefined;
  const [, prefix, , operation = ''] = found;
  if (prefix === '#' && operation !== '') return undefined;
  // An offset is arithmetic: only numbers are harmless.
  if (/^:[ 0-9]/.test(operation) && !/^:[ 0-9:-]*$/.test(operation)) return undefined;
  return found;
}

export function isPosixOperation(operation: string): boolean {
  return operation === '' || /^(?::?[-+?]|%%?|##?)/.test(operation);
}
