// @ts-check
import ts from 'typescript';

/**
 * The members of a constant in a TypeScript file, each with the comment in front of it.
 *
 * @param {string} text of the file
 * @param {string} constant an array of strings, an object, or a call such as `z.strictObject({...})`
 * @returns {{ readonly name: string; readonly comment: string; readonly code: string }[]} in order; `comment` is one line, `''` where there
 *   is none
 * @throws {Error} where the file has no such constant
 */
export function commentedMembers(text, constant) {
  const file = ts.createSourceFile('code.ts', text, ts.ScriptTarget.Latest, true);
  const members = membersOf(initializerOf(file, constant));
  if (members === undefined) throw new Error(`There is no list or object named ${constant}.`);
  return members.map((member) => {
    const value = ts.isPropertyAssignment(member) ? member.initializer : member;
    const name = ts.isPropertyAssignment(member) ? member.name : member;
    return {
      name: ts.isStringLiteral(name) ? name.text : name.getText(file),
      comment: commentOf(text, member),
      code: value.getText(file),
    };
  });
}

/**
 * @param {ts.SourceFile} file
 * @param {string} constant
 */
function initializerOf(file, constant) {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (name.getText(file) === constant) return initializer;
    }
  }
  return undefined;
}

/**
 * @param {ts.Expression | undefined} value
 * @returns {readonly (ts.Expression | ts.ObjectLiteralElementLike)[] | undefined}
 */
function membersOf(value) {
  if (value === undefined) return undefined;
  if (ts.isAsExpression(value)) return membersOf(value.expression);
  if (ts.isCallExpression(value)) return membersOf(value.arguments[0]);
  if (ts.isArrayLiteralExpression(value)) return value.elements;
  return ts.isObjectLiteralExpression(value) ? value.properties : undefined;
}

/**
 * @param {string} text
 * @param {ts.Node} node
 */
function commentOf(text, node) {
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return ranges
    .map(({ pos, end }) => text.slice(pos, end))
    .join(' ')
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/\s*\n\s*\*?\s*/g, ' ')
    .trim();
}
