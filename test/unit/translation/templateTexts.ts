import ts from 'typescript';

/** Attributes and properties that are read out or shown. */
const READ =
  /^[.?]?(?:aria-(?:label|description|roledescription|valuetext|placeholder)|ariaLabel|ariaDescription|title|alt|placeholder|label|textContent|innerText)$/;
/** A word in letters: what has none is punctuation, or a place that is filled in. */
const WORD = /\p{L}{2}/u;
/** Stands for what a template fills in: no letter, and no mark of HTML. */
const FILLED = '\u0000';

/** Words in the templates of a webview's file that its host did not give it: with the line that each template begins in. */
export function templateTexts(name: string, source: string): readonly string[] {
  const tree = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const words = wordsAt(node);
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    for (const word of words) found.push(`${name}:${line}: ${word}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function wordsAt(node: ts.Node): readonly string[] {
  if (ts.isTaggedTemplateExpression(node) && ['html', 'svg'].includes(node.tag.getText())) {
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return htmlWords(template.text);
    return htmlWords([template.head.text, ...template.templateSpans.map((span) => span.literal.text)].join(FILLED));
  }
  // element.title = 'Close'
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const isRead = ts.isPropertyAccessExpression(node.left) && READ.test(node.left.name.text);
    return isRead && ts.isStringLiteralLike(node.right) && WORD.test(node.right.text) ? [node.right.text] : [];
  }
  // element.setAttribute('aria-label', 'Close')
  if (ts.isCallExpression(node) && node.expression.getText().endsWith('.setAttribute')) {
    const [attribute, value] = node.arguments;
    const isRead = attribute !== undefined && ts.isStringLiteralLike(attribute) && READ.test(attribute.text);
    return isRead && value !== undefined && ts.isStringLiteralLike(value) && WORD.test(value.text) ? [value.text] : [];
  }
  return [];
}

/** The words between tags, and those in attributes that people get to read. */
function htmlWords(html: string): string[] {
  const found: string[] = [];
  let rest = html.replaceAll(/<!--[^]*?-->/g, '');
  rest = rest.replaceAll(
    /([^\s"'=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    (_, attribute: string, one?: string, two?: string) => {
      const value = one ?? two ?? '';
      if (READ.test(attribute) && WORD.test(value)) found.push(value.replaceAll(FILLED, '…'));
      return '';
    },
  );
  for (const text of rest.split(/<[^>]*>/)) if (WORD.test(text)) found.push(text.trim().replaceAll(FILLED, '…'));
  return found;
}
