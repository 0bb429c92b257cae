/** Calls' text is an attacker's: none becomes markup. */
import { t } from '@vscode/l10n';
import { visibleLine, visibleLines } from '../../common/visibleText';
import { plainMarkdown } from '../../editor/plainMarkdown';

const MAX_BLOCK = 4_000;
const MAX_INLINE = 400;
const SHORTEST_FENCE = 3;

export function prose(text: string): string {
  return visibleLines(text)
    .split('\n')
    .map((line) => plainMarkdown(line.trim()))
    .filter((line) => line !== '')
    .join('\n\n');
}

export function inlineCode(text: string): string {
  const line = visibleLine(shortened(text, MAX_INLINE));
  // Blanks alone would not show.
  const shown = line.trim() === '' ? JSON.stringify(line) : line;
  const fence = '`'.repeat(longestRun(shown) + 1);
  const pad = /^[` ]|[` ]$/u.test(shown) ? ' ' : '';
  return fence + pad + shown + pad + fence;
}

/** Marked as plain text: the chat would offer to run a shell's language. */
export function codeBlock(text: string): string {
  const shown = visibleLines(shortened(text, MAX_BLOCK));
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/gu)].reduce((longest, [run]) => Math.max(longest, run.length), 0);
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit).replace(/[\ud800-\udbff]$/u, '');
  return `${start}… ${t('({count} characters)', { count: text.length })}`;
}
