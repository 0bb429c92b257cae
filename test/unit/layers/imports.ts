import { dirname, posix } from 'node:path';
import ts from 'typescript';

export interface Import {
  /** As the file names it; `?` where it is computed. */
  readonly target: string;
  readonly typeOnly: boolean;
}

/** By text. */
const known = new Map<string, readonly Import[]>();

/** Every module that a file names. */
export function importsOf(path: string, text: string): readonly Import[] {
  const found = known.get(text) ?? parsedImports(path, text);
  known.set(text, found);
  return found;
}

function parsedImports(path: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const add = (target: ts.Node | undefined, typeOnly: boolean): void => {
    found.push({ target: target !== undefined && ts.isStringLiteralLike(target) ? target.text : '?', typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      // `import { type A }` leaves an import at run time, so it counts as one of values.
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isCallExpression(node)) {
      const { expression } = node;
      const isRequire = ts.isIdentifier(expression) && expression.text === 'require';
      if (isRequire || expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

/** The path below the root that a relative import of `path` names. */
export function targetPath(path: string, target: string): string {
  return posix.join(dirname(path), target).replace(/(?:\.ts)?$/, '.ts');
}
