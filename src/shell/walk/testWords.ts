import type { TestCommand, TestExpression, Word } from 'unbash';
import type { Word as ResolvedWord } from '../model/analysis';

const ARITHMETIC_OPERATORS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
/** The name's subscript is an expression. */
const NAME_OPERATORS = new Set(['-v', '-R']);

export type TestToken = { readonly operator: string; readonly pos: number } | { readonly operand: Word };

export interface TestReading {
  readonly tokens: readonly TestToken[];
  /** Other operands are evaluated. */
  readonly numbers: ReadonlySet<Word>;
  readonly objection: string | undefined;
}

export function readTest(node: TestCommand, source: string): TestReading {
  const operands: Word[] = [];
  const numbers = new Set<Word>();
  let objection: string | undefined;
  const visit = (expression: TestExpression): void => {
    switch (expression.type) {
      case 'TestUnary':
        if (NAME_OPERATORS.has(expression.operator)) objection ??= `the operator ${expression.operator}`;
        operands.push(expression.operand);
        break;
      case 'TestBinary':
        operands.push(expression.left, expression.right);
        if (ARITHMETIC_OPERATORS.has(expression.operator)) {
          numbers.add(expression.left);
          numbers.add(expression.right);
        }
        break;
      case 'TestLogical':
        for (const operand of expression.operands) visit(operand);
        break;
      case 'TestNot':
        visit(expression.operand);
        break;
      case 'TestGroup':
        visit(expression.expression);
        break;
    }
  };
  visit(node.expression);
  const tokens: TestToken[] = [];
  let at = node.pos;
  for (const operand of operands) {
    objection ??= addOperators(tokens, source, at, operand.pos);
    tokens.push({ operand });
    at = operand.end;
  }
  objection ??= addOperators(tokens, source, at, node.end);
  return { tokens, numbers, objection };
}

const OPERATOR = /\[\[|\]\]|&&|\|\||==|!=|=~|=|!|\(|\)|<|>|-[a-zA-Z]{1,2}(?=[ \t\n])/y;

function addOperators(tokens: TestToken[], source: string, from: number, to: number): string | undefined {
  for (let at = from; at < to; at++) {
    if (' \t\n'.includes(source.charAt(at))) continue;
    OPERATOR.lastIndex = at;
    const [operator] = OPERATOR.exec(source) ?? [];
    if (operator === undefined || at + operator.length > to) return 'a test that is not read';
    tokens.push({ operator, pos: at });
    at += operator.length - 1;
  }
  return undefined;
}

/** Or a value that always is one. */
export function isPlainNumber({ text, pieces }: ResolvedWord): boolean {
  if (text !== undefined) return /^-?\d{1,15}$/.test(text);
  return pieces.every((piece) => piece.kind === 'value' && /^(?:\$[?#$!]|\$\(\(.*\)\)|\$\{#\w+\})$/.test(piece.text));
}
