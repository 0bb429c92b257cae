import type { CommandId } from '../../config/contributions';
import { plainMarkdown } from '../../editor/plainMarkdown';
import type { CommandLink } from './statusBarText';

export interface TooltipMarkdown {
  readonly value: string;
  /** No other link to a command works. */
  readonly enabledCommands: readonly CommandId[];
}

/** @param lines hostile text: nothing becomes a link, picture, icon or markup */
export function tooltipMarkdown(lines: readonly string[], links: readonly CommandLink[]): TooltipMarkdown {
  const row = links.map(({ label, command }) => `[${plainMarkdown(label)}](command:${command})`).join(' | ');
  return {
    value: [...lines.map(plainMarkdown), row].join('\n\n'),
    enabledCommands: links.map(({ command }) => command),
  };
}
