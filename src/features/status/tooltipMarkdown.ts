import type { CommandId } from '../../config/contributions';
import type { CommandLink } from './statusBarText';

export interface TooltipMarkdown {
  readonly value: string;
  /** The commands that the links run; no other link to a command works. */
  readonly enabledCommands: readonly CommandId[];
}

/**
 * A tooltip in Markdown, with links to commands of ours.
 * @param lines plain text, which may be anybody's: nothing in it becomes a link, a picture, an icon or other markup
 */
export function tooltipMarkdown(lines: readonly string[], links: readonly CommandLink[]): TooltipMarkdown {
  const row = links.map(({ label, command }) => `[${asMarkdown(label)}](command:${command})`).join(' | ');
  return {
    value: [...lines.map(asMarkdown), row].join('\n\n'),
    enabledCommands: links.map(({ command }) => command),
  };
}

/**
 * Escaping what Markdown gives a meaning is not enough: an address becomes a link without any mark. So every character that is no letter,
 * digit or blank stands there as its number.
 */
function asMarkdown(text: string): string {
  return text.replaceAll(/^ |[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0) ?? 0xfffd};`);
}
