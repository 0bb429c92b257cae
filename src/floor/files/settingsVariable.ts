import type { FileSystem } from '../../files/fileSystem';
import { presentText, resultingText } from '../../files/resultingText';
import type { LocatedTouch } from '../../files/pathResolution';

export const SETTINGS_VARIABLE = 'AUTOMODE_SETTINGS_JSON';

const MENTION = new RegExp(SETTINGS_VARIABLE, 'i');

/**
 * An assignment or key with a value (shell, JSON, YAML, TOML, most languages), a call that sets variables, container
 * files.
 */
const SETS_VALUE = new RegExp(
  [
    `${SETTINGS_VARIABLE}["'\`\\])}>]{0,4}[ \\t]{0,40}(?:=(?!=)|:|\\+=|\\?=|</key>)`,
    `\\b(?:set|setx|export|declare|typeset|readonly)\\b[^\\n]{0,40}?${SETTINGS_VARIABLE}`,
    `(?:setenv|putenv|set_var|set_env|environmentvariable|\\.insert|\\.put|\\.add)\\s{0,10}\\(?[^\\n]{0,20}?${SETTINGS_VARIABLE}`,
    `^[ \\t]{0,40}(?:env|arg)[ \\t]{1,40}${SETTINGS_VARIABLE}`,
    `-[ \\t]{0,40}name:[ \\t]{0,40}["']?${SETTINGS_VARIABLE}`,
  ].join('|'),
  'gim',
);

/** Documents set nothing. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|asciidoc|org|tex)$/i;

/** The text that newly sets it. A name in pieces is missed; a loosening value also needs the user's confirmation. */
export function settingsVariableSet(touch: LocatedTouch, files: FileSystem): string | undefined {
  const written = touch.newText === undefined ? (touch.edits ?? []).map(({ newText }) => newText) : [touch.newText];
  if (!written.some((text) => MENTION.test(unescaped(text)))) return undefined;
  const { candidates } = touch.resolved;
  if (candidates.length > 0 && candidates.every((path) => PROSE.test(path))) return undefined;
  const before = presentText(touch, files);
  const after = resultingText(touch, before);
  // For unknown results the name counts.
  if (typeof after === 'string') return SETTINGS_VARIABLE;
  const now = settingsOf(after.text);
  const was = typeof before === 'string' ? [] : settingsOf(before.text);
  if (now.length <= was.length) return undefined;
  const old = new Set(was);
  return now.find((match) => !old.has(match)) ?? now[0];
}

export function setsVariableInText(text: string): boolean {
  return MENTION.test(text) && settingsOf(text).length > 0;
}

function settingsOf(text: string): string[] {
  return Array.from(unescaped(text).matchAll(SETS_VALUE), ([match]) => match);
}

export function unescaped(text: string): string {
  if (!/\\[uUx]/.test(text)) return text;
  return text.replace(
    /\\(?:u\{?([0-9a-f]{4})\}?|U([0-9a-f]{8})|x([0-9a-f]{2}))/gi,
    (whole: string, short?: string, long?: string, byte?: string) => {
      const code = Number.parseInt(short ?? long ?? byte ?? '', 16);
      return code < 0x80 ? String.fromCharCode(code) : whole;
    },
  );
}
