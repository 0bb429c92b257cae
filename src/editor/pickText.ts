import { shortLine } from '../common/visibleText';

/** Behind a backslash VS Code shows it as text, without that backslash. */
const PICTURE = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/gu;

/** Text from outside for a row of a quick pick, on one line of at most `limit` characters. */
export function pickText(text: string, limit: number): string {
  return asPickText(shortLine(text, limit));
}

/**
 * A visible line as a quick pick shows it letter by letter: in a label, a description and a detail VS Code draws `$(name)` as a picture, such
 * as the tick of something approved.
 */
export function asPickText(line: string): string {
  return line.replace(PICTURE, '\\$&');
}
