import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** The folders in which options and items of the editor are made. */
const SHOWING = /^src\/(?:assembly|editor|features|gate|log|panel)\//;

/** Functions of the editor that show what they are given. */
const SHOWS = /^show(?:Information|Warning|Error)Message$|^setStatusBarMessage$/;
/** Properties of the editor's options and items that people read. */
const READ = new Set(['title', 'placeHolder', 'placeholder', 'prompt', 'detail', 'tooltip', 'description', 'label']);
/** What a file must name to ask for a text or to show one. The end of `don't` is no name. */
const MAY_SHOW = /(?<!['’])\bt\b|\bshow(?:Information|Warning|Error)Message\b|\bsetStatusBarMessage\b/;
/** A word in letters: what has none is punctuation, an icon or a place that is filled in. */
const WORD = /\p{L}{2}/u;

export interface UiTexts {
  /** Every English text that the extension shows through the editor's translations. */
  readonly texts: ReadonlySet<string>;
  /** Calls whose text is computed, so that nobody can translate it: file and line. */
  readonly computed: readonly string[];
  /** Texts that are shown without a translation: file, line and text. */
  readonly untranslated: readonly string[];
}

/** Reads the texts from the source: the first argument of every call of something named `t`. */
export function uiTexts(): UiTexts {
  const found = { texts: new Set<string>(), computed: [] as string[], untranslated: [] as string[] };
  const entries = ['src', 'webview-ui'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true }),
  );
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const file = join(entry.parentPath, entry.name);
    const name = relative(ROOT, file).replaceAll('\\', '/');
    collect(name, readFileSync(file, 'utf8'), found);
  }
  return found;
}

/** The texts of one file, into `found`. */
export function collect(
  name: string,
  source: string,
  found: { readonly texts: Set<string>; readonly computed: string[]; readonly untranslated: string[] },
): void {
  // Reading what cannot have any takes most of the time.
  if (!SHOWING.test(name) && !MAY_SHOW.test(source)) return;
  const tree = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const line = (node: ts.Node): string => `${name}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
  const shown = (text: ts.Expression): void => {
    for (const bare of bareTexts(text)) found.untranslated.push(`${line(text)}: ${bare}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && nameOf(node.expression) === 't') {
      const [text] = node.arguments;
      const variants = text === undefined ? undefined : literals(text);
      if (variants === undefined) found.computed.push(line(node));
      else for (const variant of variants) found.texts.add(variant);
    } else if (ts.isCallExpression(node) && SHOWS.test(nameOf(node.expression) ?? '')) {
      node.arguments.forEach(shown);
    } else if (SHOWING.test(name)) {
      const assigned = shownValue(node);
      if (assigned !== undefined) shown(assigned);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
}

/** What a property that people read is set to, in an object or on one. */
function shownValue(node: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node)) return READ.has(node.name.getText()) ? node.initializer : undefined;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  return ts.isPropertyAccessExpression(node.left) && READ.has(node.left.name.text) ? node.right : undefined;
}

function nameOf(called: ts.Expression): string | undefined {
  if (ts.isIdentifier(called)) return called.text;
  return ts.isPropertyAccessExpression(called) ? called.name.text : undefined;
}

/** A choice between literals is as good as a literal. */
function literals(text: ts.Expression): readonly string[] | undefined {
  if (ts.isStringLiteralLike(text)) return [text.text];
  if (ts.isParenthesizedExpression(text)) return literals(text.expression);
  if (!ts.isConditionalExpression(text)) return undefined;
  const [yes, no] = [literals(text.whenTrue), literals(text.whenFalse)];
  return yes === undefined || no === undefined ? undefined : [...yes, ...no];
}

/** The words of an expression that no call has made: those of a call are its own matter. */
function bareTexts(text: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(text)) return WORD.test(text.text) ? [text.text] : [];
  if (ts.isTemplateExpression(text)) {
    const fixed = [text.head.text, ...text.templateSpans.map((span) => span.literal.text)];
    return [
      ...fixed.filter((part) => WORD.test(part.replaceAll(/\$\([\w-~]+\)/g, ''))),
      ...text.templateSpans.flatMap((span) => bareTexts(span.expression)),
    ];
  }
  if (ts.isParenthesizedExpression(text)) return bareTexts(text.expression);
  if (ts.isConditionalExpression(text)) return [...bareTexts(text.whenTrue), ...bareTexts(text.whenFalse)];
  if (ts.isBinaryExpression(text)) {
    // `condition && 'text'` shows the right side alone; `value ?? 'text'` and 'a' + b may show both.
    const shown =
      text.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? [text.right] : [text.left, text.right];
    return shown.flatMap(bareTexts);
  }
  return ts.isArrayLiteralExpression(text) ? text.elements.flatMap(bareTexts) : [];
}
