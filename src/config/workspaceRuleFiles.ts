/**
 * Deny and ask rules as the files of a workspace hold them. VS Code tells of them too, but a window on another host starts with those that
 * it kept from the last time, and of settings that it cannot copy it hands out none, without a word. What both tell of is in force.
 */
import { parse, type ParseError } from 'jsonc-parser';
import { SETTINGS_PREFIX } from './contributions';
import { shownEntry } from './shownEntry';
import { HOLDING_BACK, type RawSource, type RawValues } from './sources';
import { t } from '@vscode/l10n';

/** A settings file of the workspace. */
export interface WorkspaceRuleFile {
  /** Absolute path. */
  readonly path: string;
  /** `settings`: it holds settings; `workspace`: a workspace file, which holds them under that name. */
  readonly kind: 'settings' | 'workspace';
}

/** A file as it lies on this machine's disk. */
export interface FileOnDisk {
  /** Another text after every change. */
  stamp(): string;
  /** Empty where there is none; undefined where it cannot be read or is too large. */
  text(): string | undefined;
}

/** What a file holds. */
export interface RulesInFile {
  /** The two lists, unchecked. */
  readonly rules: RawValues;
  /** False where the text has mistakes, as while it is being written: its entries may be parts of others. */
  readonly whole: boolean;
  /** Its path where nothing of it can be read. It may have held rules: see `unreadableFile`. */
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

  /** @param open undefined for what lies on another machine, which could keep the gate waiting. */
  constructor(private readonly open: (path: string) => FileOnDisk | undefined) {}

  rulesOf(of: WorkspaceRuleFile): RulesInFile {
    const known = this.#known.get(of.path) ?? this.#read(of);
    if (known === undefined) return NONE;
    this.#known.set(of.path, known);
    return known.found;
  }

  /**
   * Whether one of the files that were read holds something else now. One that is only written again does not: those of the kernel, to
   * which a link may lead, seem to be at every look, and each change has all settings read anew.
   */
  changed(): boolean {
    return [...this.#known.values()].some((known) => {
      if (known.file.stamp() === known.stamp) return false;
      const now = this.#read(known.of);
      if (now === undefined || !isSame(now.found, known.found)) return true;
      this.#known.set(known.of.path, now);
      return false;
    });
  }

  /** Has every file read anew when it is asked for next. */
  forget(): void {
    this.#known.clear();
  }

  #read(of: WorkspaceRuleFile): Known | undefined {
    const file = this.open(of.path);
    if (file === undefined) return undefined;
    // Before it is read, so that a change meanwhile is noticed afterwards.
    const stamp = file.stamp();
    const text = file.text();
    const found = (text === undefined ? undefined : rulesIn(text, of.kind)) ?? { ...NONE, unreadable: of.path };
    return { of, file, stamp, found };
  }
}

/** False as well where one is nested too deeply to be compared. */
function isSame(one: RulesInFile, other: RulesInFile): boolean {
  const json = jsonOf(one);
  return json !== undefined && json === jsonOf(other);
}

/**
 * The deny and ask rules in the text of a settings file, which is read with all the patience that VS Code has for mistakes.
 * @returns undefined where it cannot be read and may hold some.
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
    // Nested more deeply than can be read. A name may be written with escapes.
    return text.includes(SETTINGS_PREFIX) || text.includes('\\') ? undefined : NONE;
  }
}

/** A source by which every call asks, with what to do about the file. */
export function unreadableFile(path: string): RawSource {
  const problem = {
    key: SETTINGS_PREFIX,
    source: 'workspace' as const,
    entry: shownEntry(path),
    message: t(
      'This file cannot be read, is larger than 1 MB or is nested too deeply. It may hold rules, so every call asks until it is mended or removed.',
    ),
  };
  return { source: 'workspace', values: {}, problems: [problem], unreadable: shownEntry(path) };
}

/** What of the file's entries is not among those that VS Code tells of. */
export function missingRules(onDisk: RawValues, seen: RawValues): RawValues {
  return Object.fromEntries(
    Array.from(HOLDING_BACK, (key) => {
      const there = new Set(seen[key] === undefined ? [] : entriesOf(seen[key]).map(jsonOf));
      const held = Array.isArray(onDisk[key]) ? (onDisk[key] as unknown[]) : [];
      return [key, held.filter((entry) => !there.has(jsonOf(entry)))] as const;
    }).filter(([, entries]) => entries.length > 0),
  );
}

/** VS Code's values with entries of the file behind them. */
export function withEntries(seen: RawValues, entries: RawValues): RawValues {
  const lists = Array.from(HOLDING_BACK, (key) => {
    const more = entries[key];
    if (more === undefined) return [key, seen[key]] as const;
    return [key, [...(seen[key] === undefined ? [] : entriesOf(seen[key])), ...entriesOf(more)]] as const;
  });
  return Object.fromEntries(lists);
}

/** What is no list is, as an entry, no rule either. */
function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [[value]];
}

/** Every value that a dotted name has in an object whose names may be dotted or nested. */
function valuesAt(object: unknown, name: string): readonly unknown[] {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return [];
  return Object.entries(object).flatMap(([part, value]: [string, unknown]): readonly unknown[] => {
    if (part === name) return [value];
    return name.startsWith(`${part}.`) ? valuesAt(value, name.slice(part.length + 1)) : [];
  });
}

/** Undefined for what is nested too deeply, which is no rule, so that one such entry is like the other. */
function jsonOf(entry: unknown): string | undefined {
  try {
    return JSON.stringify(entry);
  } catch {
    return undefined;
  }
}
