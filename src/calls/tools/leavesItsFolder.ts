/** Whether a pattern for files may lead out of the folder that it starts in. Readers differ: it may say so too often. */

const ELSEWHERE = /(?:^|[{,(|\s"';])(?:[/\\~]|[A-Za-z]:|file:)/i;

export function leavesItsFolder(pattern: string): boolean {
  if (!/[./\\~:]/.test(pattern)) return false;
  // Escapes, and brackets of one character, are that character.
  const plain = pattern.replace(/\\(?=[./~])/g, '').replace(/\[([./~])\]/g, '$1');
  const steps = plain.split(/[/\\{},()|\s"';!]/);
  if (ELSEWHERE.test(plain) || steps.includes('..')) return true;
  if (!plain.includes('{')) return false;
  // Braces join their parts to names: `{.,x}{.,y}/` and `.{,x}./` hold `../`, `{,x}/` the root.
  if (steps.includes('.') || /^\{(?:[^/{}]*,)?[,}]/.test(plain)) return true;
  const outside = outsideOfBraces(plain);
  return outside === undefined || outside.split('/').includes('..');
}

/** Undefined: braces that are not in pairs, which readers understand differently. */
function outsideOfBraces(pattern: string): string | undefined {
  let depth = 0;
  let outside = '';
  for (const part of pattern.split(/([{}])/)) {
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    else if (depth === 0) outside += part;
    if (depth < 0) return undefined;
  }
  return depth === 0 ? outside : undefined;
}
