/**
 * Puts the settings of all sources together. Deny and ask rules are the union of every source; every other value comes whole from
 * the strongest source that may set it. A repository can only tighten: of a workspace's settings nothing but deny and ask is read.
 */
import type * as z from 'zod';
import type { EffectiveConfiguration, PermissionEntry, PolicyRules, Sourced } from '../engine/configuration';
import type { RuleSource } from '../engine/decision';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './contributions';
import { DEFAULT_ENTRIES, type DefaultsKey } from './defaultRules';
import {
  DEFAULTS_MARKER,
  permissionEntrySchema,
  SETTING_DEFAULTS,
  SETTING_REMEDIES,
  SETTING_SCHEMAS,
  type SettingValues,
} from './schema';

/** What one source sets, unchecked. A key that it does not set is missing or undefined. */
export interface RawSource {
  readonly source: RuleSource;
  readonly values: Readonly<Partial<Record<SettingKey, unknown>>>;
}

export interface RawSources {
  /** Strongest first. The settings of a workspace file and of each workspace folder are sources of their own. */
  readonly sources: readonly RawSource[];
  readonly trusted: boolean;
  /** Absolute paths of the folders open in the window. */
  readonly workspaceFolders: readonly string[];
}

/** A setting or one entry of it that cannot be used as written. It never loosens anything. */
export interface ConfigurationProblem {
  /** The full name, such as `autoMode.permissions.deny`. */
  readonly key: string;
  readonly source: RuleSource;
  /** What stands there, as JSON or as the text of the rule, shortened. */
  readonly entry: string;
  /** Sentences: what is wrong, what holds meanwhile, and what to write instead. */
  readonly message: string;
}

/** A value that a source may not set, and that therefore has no effect. */
export interface IgnoredSetting {
  readonly key: string;
  readonly source: RuleSource;
}

export interface EffectiveSettings {
  /** Frozen, so that whoever is handed it cannot change what is in force. */
  readonly configuration: EffectiveConfiguration;
  readonly problems: readonly ConfigurationProblem[];
  readonly ignored: readonly IgnoredSetting[];
}

/** Says what is wrong with the text of a permission rule, in a sentence without its full stop; undefined: nothing. */
export type RuleProblem = (text: string) => string | undefined;

const TIGHTENING: ReadonlySet<SettingKey> = new Set([SETTINGS.permissionsDeny, SETTINGS.permissionsAsk]);
const SET_EVERYTHING: ReadonlySet<RuleSource> = new Set(['user']);
const TIGHTEN: ReadonlySet<RuleSource> = new Set(['user', 'workspace']);

/** Sections that hold back: with an unreadable entry in it, the built-in entries stay in force beside the readable ones. */
const RESTRAINING: ReadonlySet<DefaultsKey> = new Set(['rules.softDeny', 'rules.hardDeny', 'protectedPaths']);

/** What holds while a value is unreadable, where that is not the default: what the user meant may well have been the stricter one. */
const WHILE_UNREADABLE: Partial<SettingValues> = {
  'fastPaths.workspaceEdits': false,
  'fastPaths.readOnlyCommands': false,
  'classifier.assistantText': false,
};

/** Most entries of one permission list of one source; a list beyond it is no list that a person keeps. */
const MAX_ENTRIES = 1000;
/** Longer than any rule that the engine takes; a longer text stays unreadable when it is shortened. */
const MAX_RULE_CHARACTERS = 1500;
/** As long as a pattern for paths may be in the engine. */
const MAX_PATH_CHARACTERS = 1024;
const SHOWN_CHARACTERS = 200;

/**
 * Computes what is in force.
 * @param ruleProblem the engine's word on the grammar of permission rules; such entries stay in the lists, since the engine asks
 *   about every call that a malformed deny or ask entry could concern.
 */
export function effectiveConfiguration(raw: RawSources, ruleProblem: RuleProblem): EffectiveSettings {
  const reader = new SourceReader(raw.sources, ruleProblem);
  const configuration: EffectiveConfiguration = {
    enabled: reader.value(SETTINGS.enabled),
    trusted: raw.trusted,
    workspaceFolders: [...raw.workspaceFolders],
    permissions: {
      deny: reader.union(SETTINGS.permissionsDeny),
      ask: reader.union(SETTINGS.permissionsAsk),
      allow: reader.allowRules(),
    },
    rules: {
      allow: reader.section(SETTINGS.rulesAllow),
      softDeny: reader.section(SETTINGS.rulesSoftDeny),
      hardDeny: reader.section(SETTINGS.rulesHardDeny),
      environment: reader.section(SETTINGS.rulesEnvironment),
    } satisfies PolicyRules,
    protectedPaths: reader.section(SETTINGS.protectedPaths),
    fastPaths: {
      workspaceEdits: reader.value(SETTINGS.workspaceEdits),
      readOnlyCommands: reader.value(SETTINGS.readOnlyCommands),
    },
    classifier: {
      model: reader.text(SETTINGS.classifierModel),
      baseUrl: reader.text(SETTINGS.classifierBaseUrl),
      timeoutSeconds: reader.value(SETTINGS.classifierTimeoutSeconds),
      maxTranscriptEntries: reader.value(SETTINGS.classifierMaxTranscriptEntries),
      assistantText: reader.value(SETTINGS.classifierAssistantText),
      whenUnavailable: reader.value(SETTINGS.classifierWhenUnavailable),
      onBlock: reader.value(SETTINGS.classifierOnBlock),
    },
    pause: { consecutive: reader.value(SETTINGS.pauseConsecutive), total: reader.value(SETTINGS.pauseTotal) },
  };
  return { configuration: deepFreeze(configuration), problems: reader.problems, ignored: ignoredSettings(raw.sources) };
}

function ignoredSettings(sources: readonly RawSource[]): IgnoredSetting[] {
  const names = sources.flatMap(({ source, values }) =>
    Object.values(SETTINGS)
      .filter((key) => values[key] !== undefined && !maySet(source, key))
      .map((key) => ({ key: `${SETTINGS_PREFIX}.${key}`, source })),
  );
  return distinct(names, ({ key, source }) => `${source} ${key}`);
}

function maySet(source: RuleSource, key: SettingKey): boolean {
  return SET_EVERYTHING.has(source) || (TIGHTENING.has(key) && TIGHTEN.has(source));
}

interface Found {
  readonly source: RuleSource;
  readonly value: unknown;
}

/** Reads one setting after the other, and keeps a list of what could not be used. */
class SourceReader {
  readonly problems: ConfigurationProblem[] = [];

  constructor(
    private readonly sources: readonly RawSource[],
    private readonly ruleProblem: RuleProblem,
  ) {}

  value<K extends Exclude<SettingKey, DefaultsKey | `permissions.${string}`>>(key: K): SettingValues[K] {
    const [found] = this.setBy(key);
    if (found === undefined) return SETTING_DEFAULTS[key];
    const parsed = (SETTING_SCHEMAS[key] as unknown as z.ZodType<SettingValues[K]>).safeParse(found.value);
    if (parsed.success) return parsed.data;
    const instead: SettingValues[K] =
      (WHILE_UNREADABLE as Partial<Pick<SettingValues, K>>)[key] ?? SETTING_DEFAULTS[key];
    this.report(key, found.source, found.value, `The value cannot be used, so ${JSON.stringify(instead)} holds.`);
    return instead;
  }

  /**
   * A text by which the provider is found. An unusable one is kept as it stands, so that the classifier refuses it: the default
   * would send the user's code to a provider or server that they did not choose.
   */
  text(key: 'classifier.model' | 'classifier.baseUrl'): string | undefined {
    const [found] = this.setBy(key);
    if (found === undefined) return undefined;
    const written = typeof found.value === 'string' ? found.value.trim() : JSON.stringify(found.value);
    if (typeof found.value !== 'string' || !SETTING_SCHEMAS[key].safeParse(written).success) {
      this.report(key, found.source, found.value, 'The value cannot be used, so the classifier judges nothing.');
    }
    return written === '' ? undefined : written;
  }

  /** Deny and ask: every entry of every source, strongest source first. */
  union(key: 'permissions.deny' | 'permissions.ask'): PermissionEntry[] {
    const entries = this.setBy(key).flatMap(({ source, value }) => {
      if (!Array.isArray(value)) return [this.unreadable(key, source, value)];
      const read = value.slice(0, MAX_ENTRIES).flatMap((entry: unknown) => this.restraint(key, source, entry));
      const more = value.length - MAX_ENTRIES;
      if (more <= 0) return read;
      const rest = `(${more} more entries than the ${MAX_ENTRIES} that are read)`;
      this.report(key, source, rest, 'The list is too long, so every call asks. Shorten it.', '');
      return [...read, { text: rest, source }];
    });
    return distinct(entries, ({ text }) => text);
  }

  private restraint(key: SettingKey, source: RuleSource, entry: unknown): PermissionEntry[] {
    const parsed = permissionEntrySchema.safeParse(entry);
    if (parsed.success) return this.rule(key, source, parsed.data);
    // A rule with a part beside it that cannot be used is still a rule.
    const named = ruleOf(entry);
    if (named === undefined) return [this.unreadable(key, source, entry)];
    this.report(
      key,
      source,
      entry,
      'Only the rule in this entry is used.',
      'Beside "rule" there may be "message", a text of at most 1000 characters.',
    );
    return this.rule(key, source, named);
  }

  /** Something that is no rule must not vanish from a list that holds back: the engine reads this text as malformed and asks. */
  private unreadable(key: SettingKey, source: RuleSource, value: unknown): PermissionEntry {
    this.report(key, source, value, 'This cannot be read, so every call asks until it is mended.');
    const json = JSON.stringify(value);
    // `null`, `true` and `false` would pass for the name of a tool.
    return { text: shorten(/^[a-z]/.test(json) ? `(${json})` : json), source };
  }

  private rule(key: SettingKey, source: RuleSource, entry: z.infer<typeof permissionEntrySchema>): PermissionEntry[] {
    const { rule, message } = typeof entry === 'string' ? { rule: entry, message: undefined } : entry;
    const whole = rule.trim();
    if (whole === DEFAULTS_MARKER) {
      this.report(key, source, whole, 'There are no built-in permission rules.', 'Remove this entry.');
      return [];
    }
    const text = whole.length > MAX_RULE_CHARACTERS ? shorten(whole) : whole;
    const problem = this.ruleProblem(text);
    if (problem !== undefined) {
      const holds = TIGHTENING.has(key) ? 'the calls that it may concern ask until it is mended' : 'it allows nothing';
      this.report(key, source, text, `Not a rule: ${problem}. Meanwhile ${holds}.`, '');
    }
    return [message === undefined ? { text, source } : { text, source, message }];
  }

  allowRules(): PermissionEntry[] {
    const key = SETTINGS.permissionsAllow;
    const [found] = this.setBy(key);
    if (found === undefined) return [];
    const { source, value } = found;
    if (!Array.isArray(value) || value.length > MAX_ENTRIES) {
      this.report(key, source, value, `This is not a list of at most ${MAX_ENTRIES} entries, so it allows nothing.`);
      return [];
    }
    const entries = value.flatMap((entry: unknown) => {
      const parsed = permissionEntrySchema.safeParse(entry);
      if (parsed.success) return this.rule(key, source, parsed.data);
      this.report(key, source, entry, 'This entry cannot be read, so it allows nothing.');
      return [];
    });
    return distinct(entries, ({ text }) => text);
  }

  /** A list in which `"$defaults"` stands for the built-in entries. */
  section(key: DefaultsKey): Sourced<string>[] {
    const builtIn: Sourced<string>[] = DEFAULT_ENTRIES[key].map((value) => ({ value, source: 'default' }));
    const [found] = this.setBy(key);
    if (found === undefined) return builtIn;
    const { source, value } = found;
    if (!Array.isArray(value)) {
      this.report(key, source, value, 'This is not a list, so the built-in entries hold.');
      return builtIn;
    }
    const read = value.map((entry: unknown): Sourced<string>[] | undefined => {
      const text = typeof entry === 'string' ? entry.trim() : '';
      if (text === DEFAULTS_MARKER) return builtIn;
      if (text !== '' && (key !== SETTINGS.protectedPaths || isPathPattern(text))) return [{ value: text, source }];
      const beside = RESTRAINING.has(key) ? 'the built-in entries hold beside the other ones' : 'it is left out';
      this.report(key, source, entry, `This entry cannot be used, so ${beside}.`);
      return undefined;
    });
    const entries = read.flatMap((texts) => texts ?? []);
    const kept = RESTRAINING.has(key) && read.includes(undefined) ? [...entries, ...builtIn] : entries;
    return distinct(kept, ({ value: text }) => text);
  }

  /** The sources that set this key and may, strongest first. */
  private setBy(key: SettingKey): Found[] {
    return this.sources.flatMap(({ source, values }) => {
      const value = values[key];
      return value === undefined || !maySet(source, key) ? [] : [{ source, value }];
    });
  }

  private report(
    key: SettingKey,
    source: RuleSource,
    entry: unknown,
    wrong: string,
    mend = `Write ${SETTING_REMEDIES[key]}.`,
  ): void {
    this.problems.push({
      key: `${SETTINGS_PREFIX}.${key}`,
      source,
      entry: shorten(typeof entry === 'string' ? entry : JSON.stringify(entry)),
      message: mend === '' ? wrong : `${wrong} ${mend}`,
    });
  }
}

function ruleOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('rule' in entry)) return undefined;
  return typeof entry.rule === 'string' ? entry.rule : undefined;
}

/** Names something, and is not longer than a pattern may be. */
function isPathPattern(text: string): boolean {
  return text.length <= MAX_PATH_CHARACTERS && /[^\s./\\*~]/.test(text);
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** The first of every group with the same key, in order. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
