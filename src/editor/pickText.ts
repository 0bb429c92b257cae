import { shortLine } from '../common/visibleText';

/** A backslash makes it text. */
const PICTURE = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/gu;

/** One line, for untrusted text. */
export function pickText(text: string, limit: number): string {
  return asPickText(shortLine(text, limit));
}

/** VS Code draws `$(name)` as an icon, such as a tick. */
export function asPickText(line: string): string {
  return line.replace(PICTURE, '\\$&');
}
