/** On another host VS Code first reports cached rules. Both count. */
import { parse, type ParseError } from 'jsonc-parser';
import { SETTINGS_PREFIX } from './contributions';
import { shownEntry } from './shownEntry';
import { HOLDING_BACK, type RawSource, type RawValues } from './sources';
import { t } from '@vscode/l10n';

export interface WorkspaceRuleFile {
  readonly path: string;
  /** `workspace`: settings are under `settings`. */
  readonly kind: 'settings' | 'workspace';
}

export interface FileOnDisk {
  /** Changes with the file. */
  stamp(): string;
  /** Empty: absent; undefined: unreadable or too large. */
  text(): string | undefined;
}

export interface RulesInFile {
  readonly rules: RawValues;
  /** False: half-written, so entries may be parts. */
  readonly whole: boolean;
  /** A path that may have held rules: see `unreadableFile`. */
  readonly unreadable?: string;
}

interface Known {
  readonly of: WorkspaceRuleFile;
  readonly file: FileOnDisk;
  readonly stamp: string;
  readonly found: RulesInFile;
}

const NONE: RulesInFile = { rules: {}, whole: true };

export class WorkspaceRuleFiles {
  readonly #known = new Map<string, Known>();

  /** @param open undefined for a file on another machine, which could delay the gate */
  constructor(private readonly open: (path: string) => FileOnDisk | undefined) {}

  rulesOf(of: WorkspaceRuleFile): RulesInFile {
    const known = this.#known.get(of.path) ?? this.#read(of);
    if (known === undefined) return NONE;
    this.#known.set(of.path, known);
    return known.found;
  }

  /** By content: kernel files always look new, and a change reads all settings again. */
  changed(): boolean {
    return [...this.#known.values()].some((known) => {
      if (known.file.stamp() === known.stamp) return false;
      const now = this.#read(known.of);
      if (now === undefined || !isSame(now.found, known.found)) return true;
      this.#known.set(known.of.path, now);
      return false;
    });
  }

  forget(): void {
    this.#known.clear();
  }

  #read(of: WorkspaceRuleFile): Known | undefined {
    const file = this.open(of.path);
    if (file === undefined) return undefined;
    // First, so that a later change shows.
    const stamp = file.stamp();
    const text = file.text();
    const found = (text === undefined ? undefined : rulesIn(text, of.kind)) ?? { ...NONE, unreadable: of.path };
    return { of, file, stamp, found };
  }
}

/** False also if nested too deeply. */
function isSame(one: RulesInFile, other: RulesInFile): boolean {
  const json = jsonOf(one);
  return json !== undefined && json === jsonOf(other);
}

/**
 * As tolerant as VS Code.
 * @returns undefined: unreadable, perhaps with rules
 */
export function rulesIn(text: string, kind: WorkspaceRuleFile['kind']): RulesInFile | undefined {
  try {
    const mistakes: ParseError[] = [];
    const parsed: unknown = parse(text.replace(/^\ufeff/, ''), mistakes, {
      allowTrailingComma: true,
      allowEmptyContent: true,
    });
    const settings = kind === 'settings' ? parsed : valuesAt(parsed, 'settings').at(-1);
    const lists = Array.from(HOLDING_BACK, (key) => [key, valuesAt(settings, `${SETTINGS_PREFIX}.${key}`)] as const)
      .filter(([, values]) => values.length > 0)
      .map(([key, values]) => [key, values.flatMap(entriesOf)] as const);
    return { rules: Object.fromEntries(lists), whole: mistakes.length === 0 };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Too deep to read. Escapes may hide a name.
    return text.includes(SETTINGS_PREFIX) || text.includes('\\') ? undefined : NONE;
  }
}

export function unreadableFile(path: string): RawSource {
  const problem = {
    key: SETTINGS_PREFIX,
    source: 'workspace' as const,
    entry: shownEntry(path),
    message: t(
      'This file cannot be read, is larger than 1 MB or is nested too deeply. It may hold rules, so every call asks until you correct or remove it.',
    ),
  };
  return { source: 'workspace', values: {}, problems: [problem], unreadable: shownEntry(path) };
}

export function missingRules(onDisk: RawValues, seen: RawValues): RawValues {
  return Object.fromEntries(
    Array.from(HOLDING_BACK, (key) => {
      const there = new Set(seen[key] === undefined ? [] : entriesOf(seen[key]).map(jsonOf));
      const held = Array.isArray(onDisk[key]) ? (onDisk[key] as unknown[]) : [];
      return [key, held.filter((entry) => !there.has(jsonOf(entry)))] as const;
    }).filter(([, entries]) => entries.length > 0),
  );
}

export function withEntries(seen: RawValues, entries: RawValues): RawValues {
  const lists = Array.from(HOLDING_BACK, (key) => {
    const more = entries[key];
    if (more === undefined) return [key, seen[key]] as const;
    return [key, [...(seen[key] === undefined ? [] : entriesOf(seen[key])), ...entriesOf(more)]] as const;
  });
  return Object.fromEntries(lists);
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [[value]];
}

function valuesAt(object: unknown, name: string): readonly unknown[] {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return [];
  return Object.entries(object).flatMap(([part, value]: [string, unknown]): readonly unknown[] => {
    if (part === name) return [value];
    return name.startsWith(`${part}.`) ? valuesAt(value, name.slice(part.length + 1)) : [];
  });
}

/** Undefined: too deep for a rule. */
function jsonOf(entry: unknown): string | undefined {
  try {
    return JSON.stringify(entry);
  } catch {
    return undefined;
  }
}
