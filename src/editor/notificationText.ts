import { shortLine } from '../common/visibleText';

/**
 * Text from outside, for a notification. VS Code turns `[label](command:...)` in any notification into a link that runs the
 * command when clicked, so text that an agent wrote must not be able to form one.
 */
export function notificationText(text: string, limit: number): string {
  return shortLine(text, limit).replaceAll('](', '] (');
}
