import type { CommandId } from '../../config/contributions';
import type { CommandLink } from './statusBarText';

export interface TooltipMarkdown {
  readonly value: string;
  /** No other link to a command works. */
  readonly enabledCommands: readonly CommandId[];
}

/** @param lines hostile plain text: nothing becomes a link, picture, icon or markup */
export function tooltipMarkdown(lines: readonly string[], links: readonly CommandLink[]): TooltipMarkdown {
  const row = links.map(({ label, command }) => `[${asMarkdown(label)}](command:${command})`).join(' | ');
  return {
    value: [...lines.map(asMarkdown), row].join('\n\n'),
    enabledCommands: links.map(({ command }) => command),
  };
}

/** A bare address becomes a link, so all but letters, digits and blanks become character codes. */
function asMarkdown(text: string): string {
  return text.replaceAll(/^ |[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0) ?? 0xfffd};`);
}
