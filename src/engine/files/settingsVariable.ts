import type { FileSystem } from '../ports';
import { presentText, resultingText } from './resultingText';
import type { LocatedTouch } from './pathResolution';

/** The environment variable that carries settings of the gate; see the README's section on configuration. */
const NAME = 'AUTOMODE_SETTINGS_JSON';

/** Windows ignores the case of variable names. */
const MENTION = new RegExp(NAME, 'i');

/**
 * What gives the variable a value: an assignment or a key with a value (shell, JSON, YAML, TOML, most languages), a property list's
 * key, a command or call that sets variables, and the ways of container files. Reading it is none of these.
 */
const SETS_VALUE = new RegExp(
  [
    `${NAME}["'\`\\])}>]{0,4}[ \\t]{0,40}(?:=(?!=)|:|\\+=|\\?=|</key>)`,
    `\\b(?:set|setx|export|declare|typeset|readonly)\\b[^\\n]{0,40}?${NAME}`,
    `(?:setenv|putenv|set_var|set_env|environmentvariable|\\.insert|\\.put|\\.add)\\s{0,10}\\(?[^\\n]{0,20}?${NAME}`,
    `^[ \\t]{0,40}(?:env|arg)[ \\t]{1,40}${NAME}`,
    `-[ \\t]{0,40}name:[ \\t]{0,40}["']?${NAME}`,
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
  if (!written.some((text) => MENTION.test(text))) return undefined;
  const { candidates } = touch.resolved;
  if (candidates.length > 0 && candidates.every((path) => PROSE.test(path))) return undefined;
  const before = presentText(touch, files);
  const after = resultingText(touch, before);
  // What comes out cannot be told, so the name alone is enough.
  if (typeof after === 'string') return NAME;
  const now = settingsOf(after.text);
  const was = typeof before === 'string' ? [] : settingsOf(before.text);
  if (now.length <= was.length) return undefined;
  const old = new Set(was);
  return now.find((match) => !old.has(match)) ?? now[0];
}

function settingsOf(text: string): string[] {
  return Array.from(text.matchAll(SETS_VALUE), ([match]) => match);
}
