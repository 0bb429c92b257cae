import { shortLine } from '../common/visibleText';

/** After a backslash VS Code shows it as text, without the backslash. */
const PICTURE = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/gu;

/** Untrusted text for a quick pick, on one line. */
export function pickText(text: string, limit: number): string {
  return asPickText(shortLine(text, limit));
}

/** VS Code draws `$(name)` in label, description and detail as an icon, such as the tick of something approved. */
export function asPickText(line: string): string {
  return line.replace(PICTURE, '\\$&');
}
