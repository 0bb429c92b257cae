/**
 * Parts of these may change: keys that would loosen a permission check are compared before and after. What cannot be
 * compared counts as changed.
 */
import { canonical } from '../../common/canonicalJson';
import type { JsonValue } from '../../common/json';
import { starPattern } from '../../common/starPattern';
import { parseJsonWithComments } from '../../files/jsonComments';
import { foldBroadly } from '../../files/pathText';
import type { KnownText } from '../../files/resultingText';
import { unescaped } from './settingsVariable';

/** The guarded part differs. `written`: for an unknown result. */
export type SettingsGuard = (before: KnownText, after: KnownText, written: string) => boolean;

/** Larger counts as changed. */
const MAX_CHARACTERS = 500_000;

const MAX_NAME_CHARACTERS = 2_000;

/** Takes dotted names, folded broadly. */
type IsGuarded = (name: string) => boolean;

/**
 * Comments are allowed.
 * @param keys dotted names; `*` matches any text in one. A key guards all below it. Ignores case, as some readers do.
 */
export function jsonKeys(keys: readonly string[]): SettingsGuard {
  const patterns = keys.map((key) => starPattern(foldBroadly(key)));
  const guarded: IsGuarded = (name) => patterns.some((matches) => matches(name));
  return (before, after) => {
    const was = guardedPart(before, guarded);
    const becomes = guardedPart(after, guarded);
    return was === undefined || becomes === undefined || was !== becomes;
  };
}

/** Undefined counts as changed. */
function guardedPart(text: KnownText, guarded: IsGuarded): string | undefined {
  if (text === 'unknown') return undefined;
  if (text !== 'absent' && text.text.length > MAX_CHARACTERS) return undefined;
  const value = text === 'absent' ? {} : parseJsonWithComments(text.text);
  if (value === undefined) return undefined;
  const found: [string, JsonValue][] = [];
  return collect(value, '', guarded, found) ? canonical(found) : undefined;
}

/** False: a name is too long to match. */
function collect(value: JsonValue, name: string, guarded: IsGuarded, found: [string, JsonValue][]): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  return Object.entries(value as Record<string, JsonValue>)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .every(([key, item]) => {
      // Settings of one language.
      if (/^\[.*\]$/s.test(key)) return collect(item, name, guarded, found);
      const below = name === '' ? key : `${name}.${key}`;
      if (below.length > MAX_NAME_CHARACTERS) return false;
      if (!guarded(foldBroadly(below))) return collect(item, below, guarded, found);
      found.push([below, item]);
      return true;
    });
}

export const wholeText: SettingsGuard = (before, after) =>
  before === 'unknown' || after === 'unknown' || textOf(before) !== textOf(after);

function textOf(text: KnownText): string | undefined {
  return typeof text === 'string' ? undefined : text.text;
}

/**
 * Guards a Markdown file's front matter if it names one of `keys` before or after: agents read hooks and permission
 * modes there.
 */
export function frontMatterKeys(keys: readonly string[]): SettingsGuard {
  // Anywhere, as YAML has many spellings: `\x68`.
  const named = new RegExp(`(?:^|[\\s{,"'])(?:${keys.join('|')})["']?[ \\t]{0,99}:|\\\\[xuU]|^[ \\t]*\\?`, 'im');
  return (before, after) => {
    if (before === 'unknown' || after === 'unknown') return true;
    const was = frontMatter(before);
    const becomes = frontMatter(after);
    return was !== becomes && (named.test(was) || named.test(becomes));
  };
}

function frontMatter(text: KnownText): string {
  if (typeof text === 'string') return '';
  const [, block = ''] = /^\ufeff?---[ \t]*\r?\n(.*?)(?:\r?\n---[ \t]*(?:\r?\n|$)|$)/s.exec(text.text) ?? [];
  return block;
}

/** A whole JSON text (not a key), or behind `command:`. */
const GATE_COMMAND = /\bcommand:\s{0,9}auto-?mode\.[\w.]+|"\s{0,9}auto-?mode\.[\w.]+\s{0,9}"(?!\s{0,99}:)/gi;

/**
 * For tasks, key bindings and server inputs.
 * @param unknownCounts an unknown result counts as one
 */
export function gateCommands(unknownCounts: boolean): SettingsGuard {
  return (before, after, written) => {
    if (after === 'unknown') return unknownCounts || gateCommandsIn({ text: written }).length > 0;
    const now = gateCommandsIn(after);
    if (now.length === 0) return false;
    const was = gateCommandsIn(before);
    return now.length > was.length || now.some((command) => !was.includes(command));
  };
}

function gateCommandsIn(text: KnownText): readonly string[] {
  if (typeof text === 'string') return [];
  return Array.from(unescaped(text.text).matchAll(GATE_COMMAND), ([match]) => match);
}
