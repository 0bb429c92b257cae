import { shortLine } from '../common/visibleText';

/** `[label](command:...)` would become a link that runs the command; an agent's text must not form one. */
export function notificationText(text: string, limit: number): string {
  return shortLine(text, limit).replaceAll('](', '] (');
}
