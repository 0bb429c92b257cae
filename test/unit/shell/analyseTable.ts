/** Short ways to write down what an analysis should say. */
import { analyse } from '../../../src/shell/analyse';
import type { Analysis, Shell, SimpleCommand, Word } from '../../../src/shell/model/analysis';

export const PLACE = { cwd: '/srv/project', home: '/home/u' };

export function analysed(script: string, shell: Shell = 'bash'): Analysis {
  return analyse(script, shell, PLACE);
}

/** Known text as it is, a glob as `glob:*`, a value as `value:$x`, or `"value:$x"` where it stays one word. */
export function shown({ pieces }: Word): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'glob') return `<glob ${piece.text}>`;
      return piece.quoted ? `<"${piece.text}">` : `<${piece.text}>`;
    })
    .join('');
}

export function wordsOf(command: SimpleCommand | undefined): string[] {
  return (command?.words ?? []).map(shown);
}

/** Every command's words, each joined by blanks. */
export function commandLines({ commands }: Analysis): string[] {
  return commands.map((command) => wordsOf(command).join(' '));
}

export function reasons({ unknown }: Analysis): string[] {
  return unknown.map(({ why }) => why);
}
