import { shortLine } from '../common/visibleText';

/** `[label](command:...)` would become a link that runs a command, from an agent's text. */
export function notificationText(text: string, limit: number): string {
  return shortLine(text, limit).replaceAll('](', '] (');
}
