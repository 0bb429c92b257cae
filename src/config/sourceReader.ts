import type * as z from 'zod';
import type { Sourced } from '../engine/model/configuration';
import type { PermissionEntry } from '../rules/permissionEntry';
import type { RuleSource } from '../rules/ruleSource';
import { shownAddress } from './addressCredentials';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './contributions';
import { builtInEntries, type DefaultBranchPush, type DefaultsKey } from './defaultRules';
import { distinct } from '../common/distinct';
import { readRuleEntry } from './ruleEntry';
import {
  DEFAULTS_MARKER,
  permissionEntrySchema,
  SETTING_DEFAULTS,
  SETTING_SCHEMAS,
  type SettingValues,
} from './schema';
import { Readings } from './readings';
import { settingRemedy } from './settingRemedies';
import { shownEntry, shownJson } from './shownEntry';
import { HOLDING_BACK, type ConfigurationProblem, type RawSource, type RuleProblem } from './sources';
import { t } from '@vscode/l10n';

type SectionKey = Exclude<DefaultsKey, 'permissions.ask'>;

/** With one unreadable, built-in entries stay beside the readable ones. */
const RESTRAINING: ReadonlySet<SectionKey> = new Set(['rules.softDeny', 'rules.hardDeny', 'protectedPaths']);

/** Not the default: the user may have meant the stricter value. */
const WHILE_UNREADABLE: Partial<SettingValues> = {
  'fastPaths.workspaceEdits': false,
  'fastPaths.readOnlyCommands': false,
  'fastPaths.workspaceWrites': false,
  'fastPaths.localGit': false,
  'fastPaths.containedCommands': false,
  'fastPaths.keptRemovals': false,
  'contained.commands': [],
  'classifier.assistantText': false,
  'classifier.stages': 'one',
};

export const MAX_ENTRIES = 1000;
const MAX_RULE_CHARACTERS = 1500;
const MAX_PATH_CHARACTERS = 1024;

export interface SectionReading {
  readonly entries: readonly Sourced<string>[];
  readonly problems: readonly ConfigurationProblem[];
}

interface Found {
  readonly source: RuleSource;
  readonly value: unknown;
}

export class SourceReader {
  readonly problems: ConfigurationProblem[] = [];
  readonly origins: Partial<Record<SettingKey, RuleSource>> = {};

  /**
   * @param sources strongest first, with values that may count
   * @param options `keepsDefaultAsk`: built-in ask rules hold even if the user's list omits them
   */
  constructor(
    private readonly sources: readonly RawSource[],
    private readonly ruleProblem: RuleProblem,
    private readonly options: {
      readonly keepsDefaultAsk?: boolean;
      readonly readings?: Readings<SectionReading>;
    } = {},
  ) {}

  value<K extends Exclude<SettingKey, DefaultsKey | `permissions.${string}` | 'folders'>>(key: K): SettingValues[K] {
    const found = this.strongest(key);
    if (found === undefined) return SETTING_DEFAULTS[key];
    const parsed = (SETTING_SCHEMAS[key] as unknown as z.ZodType<SettingValues[K]>).safeParse(found.value);
    if (parsed.success) return parsed.data;
    const instead: SettingValues[K] =
      (WHILE_UNREADABLE as Partial<Pick<SettingValues, K>>)[key] ?? SETTING_DEFAULTS[key];
    this.report(
      key,
      found.source,
      found.value,
      t('The value cannot be used, so {value} holds.', { value: JSON.stringify(instead) }),
    );
    return instead;
  }

  /**
   * Unusable text makes the classifier refuse: the default would send code to a server that the user did not choose.
   */
  text(key: 'classifier.model' | 'classifier.baseUrl'): string | undefined {
    const found = this.strongest(key);
    if (found === undefined) return undefined;
    const written = typeof found.value === 'string' ? found.value.trim() : shownJson(found.value);
    if (typeof found.value !== 'string' || !SETTING_SCHEMAS[key].safeParse(written).success) {
      const shown = key === SETTINGS.classifierBaseUrl ? shownAddress(written) : found.value;
      this.report(key, found.source, shown, t('The value cannot be used, so the judge is never asked.'));
    }
    return written === '' ? undefined : written;
  }

  /**
   * Places that a repository can write come last, so a repeated entry stays the user's. Built-in ask rules end the
   * list.
   */
  union(key: 'permissions.deny' | 'permissions.ask'): PermissionEntry[] {
    const listed = this.setBy(key).toSorted((a, b) => Number(isByRepository(a)) - Number(isByRepository(b)));
    const entries = listed.flatMap(({ source, value }) => {
      if (!Array.isArray(value)) return [this.unreadable(key, source, value)];
      const more = value.length - MAX_ENTRIES;
      const rest = `(${more} more entries than the ${MAX_ENTRIES} that are read)`;
      if (more > 0) this.report(key, source, rest, t('The list is too long, so every call asks. Shorten it.'), '');
      const read = value.slice(0, MAX_ENTRIES).flatMap((entry: unknown) => this.restraint(key, source, entry));
      return more > 0 ? [...read, { text: rest, source }] : read;
    });
    const replaced =
      this.options.keepsDefaultAsk !== true &&
      listed.some(({ source, value }) => source === 'user' && Array.isArray(value));
    const builtIn = key === SETTINGS.permissionsAsk && !replaced ? this.builtInRules(key) : [];
    return distinct([...entries, ...this.whollyUnreadable(key), ...builtIn], ({ text }) => text);
  }

  private builtInRules(key: 'permissions.ask'): PermissionEntry[] {
    return builtInEntries(key, SETTING_DEFAULTS['rules.defaultBranchPush']).map((text) => ({
      text,
      source: 'default',
    }));
  }

  /** It may have held deny rules: the engine takes this text for malformed and asks. */
  private whollyUnreadable(key: SettingKey): PermissionEntry[] {
    if (key !== SETTINGS.permissionsDeny) return [];
    return this.sources.flatMap(({ source, unreadable }) =>
      unreadable === undefined ? [] : [{ text: `(${unreadable} cannot be read)`, source }],
    );
  }

  private restraint(key: SettingKey, source: RuleSource, entry: unknown): PermissionEntry[] {
    if (typeof entry === 'string') return this.rule(key, source, entry);
    const parsed = permissionEntrySchema.safeParse(entry);
    if (parsed.success) return this.rule(key, source, parsed.data);
    // Beside an unusable part a rule still counts.
    const named = ruleOf(entry);
    if (named === undefined) return [this.unreadable(key, source, entry)];
    this.report(
      key,
      source,
      entry,
      t('Only the rule in this entry is used.'),
      t('Beside "rule" there may be "message", a text of at most {count} characters.', { count: 1000 }),
    );
    return this.rule(key, source, named);
  }

  /** It must stay in a restraining list: the engine takes this text for malformed and asks. */
  private unreadable(key: SettingKey, source: RuleSource, value: unknown): PermissionEntry {
    this.report(key, source, value, t('This cannot be read, so every call asks until it is corrected.'));
    const json = shownJson(value);
    // `null`, `true` and `false` look like tools.
    return { text: /^[a-z]/.test(json) ? `(${json})` : json, source };
  }

  private rule(key: SettingKey, source: RuleSource, entry: z.infer<typeof permissionEntrySchema>): PermissionEntry[] {
    const { rule, message } = typeof entry === 'string' ? readRuleEntry(entry) : entry;
    const whole = rule.trim();
    if (whole === DEFAULTS_MARKER && key === SETTINGS.permissionsAsk) return this.builtInRules(key);
    if (whole === DEFAULTS_MARKER) {
      this.report(key, source, whole, t('There are no built-in rules of this kind.'), t('Remove this entry.'));
      return [];
    }
    const text = whole.length > MAX_RULE_CHARACTERS ? shownEntry(whole) : whole;
    const problem = this.ruleProblem(text);
    if (problem !== undefined) {
      const wrong = HOLDING_BACK.has(key)
        ? t('Not a rule: {problem}. Calls that it may concern ask until it is corrected.', { problem })
        : t('Not a rule: {problem}. Meanwhile it allows nothing.', { problem });
      this.report(key, source, text, wrong, '');
    }
    return [message === undefined ? { text, source } : { text, source, message }];
  }

  allowRules(): PermissionEntry[] {
    const key = SETTINGS.permissionsAllow;
    const found = this.strongest(key);
    if (found === undefined) return [];
    const { source, value } = found;
    if (!Array.isArray(value) || value.length > MAX_ENTRIES) {
      this.report(
        key,
        source,
        value,
        t('This is not a list of at most {count} entries, so it allows nothing.', { count: MAX_ENTRIES }),
      );
      return [];
    }
    const entries = value.flatMap((entry: unknown) => {
      const parsed = permissionEntrySchema.safeParse(entry);
      if (parsed.success) return this.rule(key, source, parsed.data);
      this.report(key, source, entry, t('This entry cannot be read, so it allows nothing.'));
      return [];
    });
    return distinct(entries, ({ text }) => text);
  }

  section(key: SectionKey, defaultBranchPush: DefaultBranchPush): readonly Sourced<string>[] {
    const builtIn = builtInEntries(key, defaultBranchPush).map((value): Sourced<string> => ({
      value,
      source: 'default',
    }));
    const found = this.strongest(key);
    if (found === undefined) return builtIn;
    const { source, value } = found;
    if (!Array.isArray(value)) {
      this.report(key, source, value, t('This is not a list, so the built-in entries hold.'));
      return builtIn;
    }
    const { entries, problems } = (this.options.readings ?? new Readings<SectionReading>()).once(
      value as unknown[],
      `${key} ${source} ${defaultBranchPush}`,
      () => this.readSection(key, source, value as unknown[], builtIn),
    );
    for (const problem of problems) this.problems.push(problem);
    return entries;
  }

  private readSection(
    key: SectionKey,
    source: RuleSource,
    value: readonly unknown[],
    builtIn: readonly Sourced<string>[],
  ): SectionReading {
    const problems: ConfigurationProblem[] = [];
    const read = value.map((entry: unknown): readonly Sourced<string>[] | undefined => {
      const text = typeof entry === 'string' ? entry.trim() : '';
      if (text === DEFAULTS_MARKER) return builtIn;
      if (text !== '' && (key !== SETTINGS.protectedPaths || isPathPattern(text))) return [{ value: text, source }];
      const wrong = RESTRAINING.has(key)
        ? t('This entry cannot be used, so the built-in entries hold beside the other ones.')
        : t('This entry cannot be used, so it is left out.');
      problems.push(problemWith(key, source, entry, `${wrong} ${settingRemedy(key)}`));
      return undefined;
    });
    const entries = read.flatMap((texts) => texts ?? []);
    const kept = RESTRAINING.has(key) && read.includes(undefined) ? [...entries, ...builtIn] : entries;
    // Written out, a built-in entry loses its exceptions.
    const own = new Set(entries.flatMap((entry) => (entry.source === source ? [entry.value] : [])));
    const owned = kept.map((entry) => (own.has(entry.value) ? { ...entry, source } : entry));
    return { entries: distinct(owned, ({ value: text }) => text), problems };
  }

  private strongest(key: SettingKey): Found | undefined {
    const [found] = this.setBy(key);
    this.origins[key] = found?.source ?? 'default';
    return found;
  }

  private setBy(key: SettingKey): Found[] {
    return this.sources.flatMap(({ source, values }) => {
      const value = values[key];
      return value === undefined ? [] : [{ source, value }];
    });
  }

  private report(key: SettingKey, source: RuleSource, entry: unknown, wrong: string, mend = settingRemedy(key)): void {
    this.problems.push(problemWith(key, source, entry, mend === '' ? wrong : `${wrong} ${mend}`));
  }
}

function problemWith(key: SettingKey, source: RuleSource, entry: unknown, message: string): ConfigurationProblem {
  return { key: `${SETTINGS_PREFIX}.${key}`, source, entry: shownEntry(entry), message };
}

function isByRepository({ source }: Found): boolean {
  return source === 'remote' || source === 'workspace';
}

function ruleOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('rule' in entry)) return undefined;
  return typeof entry.rule === 'string' ? entry.rule : undefined;
}

export function isPathPattern(text: string): boolean {
  return text.length <= MAX_PATH_CHARACTERS && /[^\s./\\*~]/.test(text);
}
