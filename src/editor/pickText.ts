import { shortLine } from '../common/visibleText';

/** After a backslash VS Code shows it as text. */
const PICTURE = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/gu;

/** One line, for untrusted text. */
export function pickText(text: string, limit: number): string {
  return asPickText(shortLine(text, limit));
}

/** VS Code draws `$(name)` as an icon, such as the tick of something approved. */
export function asPickText(line: string): string {
  return line.replace(PICTURE, '\\$&');
}
