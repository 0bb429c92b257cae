/** Strict: undefined for what they do not understand. */
import { parse as parseToml } from 'smol-toml';
import { parseJsonWithComments } from './jsonComments';

export interface Setting {
  /** Dotted. */
  readonly key: string;
  /** As text; for a key of YAML its whole block. */
  readonly value: string;
}

export type SettingsFormat = 'ini' | 'pairs' | 'yaml' | 'toml' | 'json';

/** Matching time grows faster than a line. */
const LONGEST_LINE = 2_048;

export function settingsIn(text: string, format: SettingsFormat): readonly Setting[] | undefined {
  if (text.split('\n').some(({ length }) => length > LONGEST_LINE)) return undefined;
  // For some readers these end a line.
  if (/[^\t\n\r\x20-\x7e\xa0-\ufffd]|\r(?!\n)|[\u2028\u2029]/.test(text)) return undefined;
  switch (format) {
    case 'ini':
      return lineSettings(text, /^\s*([\w@:/.-]+(?:\[\])?)\s*=\s*(.*?)\s*$/, /^\s*(?:[#;].*)?$/);
    case 'pairs':
      return lineSettings(text, /^([\w.@:/-]+|"[\w.@:/-]+"):?\s+(\S.*?)\s*$/, /^\s*(?:#.*)?$/);
    case 'yaml':
      return yamlSettings(text);
    case 'toml':
      return tomlSettings(text);
    case 'json':
      return jsonSettings(text);
  }
}

function lineSettings(text: string, pattern: RegExp, empty: RegExp): readonly Setting[] | undefined {
  const settings: Setting[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (empty.test(line)) continue;
    const [, key, value] = pattern.exec(line) ?? [];
    if (key === undefined || value === undefined) return undefined;
    settings.push({ key: unquoted(key), value: unquoted(value) });
  }
  return settings;
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}

/** Keys at the left edge, and the text below. */
function yamlSettings(text: string): readonly Setting[] | undefined {
  const settings: { key: string; value: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const [, key, value] = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/.exec(line) ?? [];
    const last = settings.at(-1);
    if (key !== undefined) settings.push({ key, value: unquoted((value ?? '').trim()) });
    else if (/^(?:\s+\S|- )/.test(line) && last !== undefined) last.value += `\n${line}`;
    else return undefined;
  }
  // Anchors, tags, merges and flow mappings may hold anything.
  return settings.some(({ value }) => /(?:^|[\s:\-[,{])[&*!]\w|<<:|\{/.test(value)) ? undefined : settings;
}

function tomlSettings(text: string): readonly Setting[] | undefined {
  try {
    return flattened(parseToml(text), '');
  } catch {
    return undefined;
  }
}

function jsonSettings(text: string): readonly Setting[] | undefined {
  const value = parseJsonWithComments(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? flattened(value, '') : undefined;
}

function flattened(value: object, start: string): readonly Setting[] {
  return Object.entries(value).flatMap(([name, item]): readonly Setting[] => {
    const key = start === '' ? name : `${start}.${name}`;
    if (typeof item === 'object' && item !== null && !Array.isArray(item) && !(item instanceof Date)) {
      const inner = flattened(item as object, key);
      return inner.length === 0 ? [{ key, value: '' }] : inner;
    }
    return [{ key, value: typeof item === 'string' ? item : JSON.stringify(item) }];
  });
}
