import type { FileSystem } from '../../files/fileSystem';
import { presentText, resultingText } from '../../files/resultingText';
import type { LocatedTouch } from '../../files/pathResolution';

/** The environment variable that carries settings of the gate; see docs/settings.md. */
export const SETTINGS_VARIABLE = 'AUTOMODE_SETTINGS_JSON';

/** Windows ignores the case of variable names. */
const MENTION = new RegExp(SETTINGS_VARIABLE, 'i');

/**
 * What gives the variable a value: an assignment or a key with a value (shell, JSON, YAML, TOML, most languages), a property list's
 * key, a command or call that sets variables, and the ways of container files. Reading it is none of these.
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

/** Documents for people: what stands there sets nothing. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|asciidoc|org|tex)$/i;

/**
 * The part of the text that would newly set the gate's environment variable; undefined if the change sets it nowhere. Text that only
 * spells the name out in pieces is not recognised; a value that loosens needs the user's confirmation besides.
 */
export function settingsVariableSet(touch: LocatedTouch, files: FileSystem): string | undefined {
  const written = touch.newText === undefined ? (touch.edits ?? []).map(({ newText }) => newText) : [touch.newText];
  if (!written.some((text) => MENTION.test(unescaped(text)))) return undefined;
  const { candidates } = touch.resolved;
  if (candidates.length > 0 && candidates.every((path) => PROSE.test(path))) return undefined;
  const before = presentText(touch, files);
  const after = resultingText(touch, before);
  // What comes out cannot be told, so the name alone is enough.
  if (typeof after === 'string') return SETTINGS_VARIABLE;
  const now = settingsOf(after.text);
  const was = typeof before === 'string' ? [] : settingsOf(before.text);
  if (now.length <= was.length) return undefined;
  const old = new Set(was);
  return now.find((match) => !old.has(match)) ?? now[0];
}

/** Whether code or a text of settings gives the variable a value. */
export function setsVariableInText(text: string): boolean {
  return MENTION.test(text) && settingsOf(text).length > 0;
}

function settingsOf(text: string): string[] {
  return Array.from(unescaped(text).matchAll(SETS_VALUE), ([match]) => match);
}

/** Characters that JSON, YAML and most languages let a text spell by their number. */
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
