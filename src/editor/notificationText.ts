import { shortLine } from '../common/visibleText';

/**
 * VS Code turns `[label](command:...)` in a notification into a link that runs the command, so an agent's text must
 * not form one.
 */
export function notificationText(text: string, limit: number): string {
  return shortLine(text, limit).replaceAll('](', '] (');
}
