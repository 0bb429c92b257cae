const TOKEN = /\s*(?:0[xX][0-9A-Fa-f]+|\d+(?![\w#])|\$?([A-Za-z_]\w*)|\$[#?$!]|[-+*/%()<>!&|^~?:,])/y;

/**
 * Undefined: it only calculates. A variable's value is an expression too, whose subscripts run commands: only numeric
 * variables are accepted.
 */
export function arithmeticObjection(expression: string, holdsNumber: (name: string) => boolean): string | undefined {
  const trimmed = expression.trim();
  if (/=|\+\+|--/.test(trimmed)) return 'arithmetic that assigns or compares';
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed);
    if (found === null) return 'arithmetic that is not read';
    const [, name] = found;
    if (name !== undefined && !holdsNumber(name)) return `arithmetic with the value of ${name}`;
  }
  return undefined;
}
