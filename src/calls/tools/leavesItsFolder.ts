/** Whether a pattern for files may lead out of the folder that it starts in. Readers differ: it may say so too often. */

const ELSEWHERE = /(?:^|[{,(|])\s*(?:[/\\~]|[A-Za-z]:|file:)/i;

export function leavesItsFolder(pattern: string): boolean {
  if (!/[./\\~:]/.test(pattern)) return false;
  // Escapes, and brackets of one character, are that character.
  const plain = pattern.replace(/\\(?=[./~])/g, '').replace(/\[([./~])\]/g, '$1');
  const steps = plain.split(/[/\\{},()|]/);
  if (ELSEWHERE.test(plain) || steps.includes('..')) return true;
  if (!plain.includes('{')) return false;
  // Braces join their parts to names: `{.,x}{.,y}/` and `.{,x}./` hold `../`, `{,x}/` the root.
  return steps.includes('.') || withoutBraces(plain).split('/').includes('..') || /^\{(?:[^/{}]*,)?[,}]/.test(plain);
}

function withoutBraces(pattern: string): string {
  const without = pattern.replace(/\{[^{}]*\}/g, '');
  return without === pattern ? pattern : withoutBraces(without);
}
