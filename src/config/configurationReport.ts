/** Holds no passwords. */
import type { EffectiveConfiguration, Sourced } from '../engine/model/configuration';
import type { PermissionEntry } from '../rules/permissionEntry';
import type { RuleSource } from '../rules/ruleSource';
import { shownAddress, withoutCredentials } from './addressCredentials';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './contributions';
import { builtInEntries, type DefaultsKey } from './defaultRules';
import { ignoredSentence } from './ignoredSentence';
import { readRuleEntry } from './ruleEntry';
import { SETTING_DEFAULTS } from './schema';
import type { ConfigurationProblem, EffectiveSettings, IgnoredSetting } from './sources';
import type { RemovedRule } from './stickyRules';

export interface ReportedEntry {
  readonly text: string;
  readonly source: RuleSource;
  readonly message?: string;
  readonly removed?: true;
}

export type ReportedSetting =
  { readonly value: unknown; readonly source: RuleSource } | { readonly entries: readonly ReportedEntry[] };

export interface ReportedIgnored extends IgnoredSetting {
  readonly message: string;
}

export interface ScopeReport {
  readonly configuration: EffectiveConfiguration;
  readonly settings: Readonly<Record<string, ReportedSetting>>;
  readonly problems: readonly ConfigurationProblem[];
  readonly ignored: readonly ReportedIgnored[];
}

export interface ConfigurationReport extends ScopeReport {
  readonly forbidsLoosening: boolean;
  /** In effect although gone from the workspace's settings. */
  readonly removedRules: readonly RemovedRule[];
  readonly folders: readonly (ScopeReport & { readonly folder: string })[];
}

export interface ReportInput {
  readonly window: EffectiveSettings;
  readonly folders: readonly { readonly folder: string; readonly settings: EffectiveSettings }[];
  readonly removedRules: readonly RemovedRule[];
  readonly unconfirmed: readonly IgnoredSetting[];
}

export function configurationReport({ window, folders, removedRules, unconfirmed }: ReportInput): ConfigurationReport {
  const scope = (settings: EffectiveSettings): ScopeReport =>
    scopeReport(settings, removedRules, unconfirmed.length > 0);
  return redacted({
    ...scope(window),
    forbidsLoosening: window.forbidsLoosening,
    removedRules,
    folders: folders.length < 2 ? [] : folders.map(({ folder, settings }) => ({ folder, ...scope(settings) })),
  });
}

export interface DefaultsReport {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly $defaults: Readonly<Partial<Record<DefaultsKey, readonly string[]>>>;
  readonly $defaultsWithOrdinaryPush: Readonly<Partial<Record<DefaultsKey, readonly string[]>>>;
}

const DEFAULTS_KEYS: readonly DefaultsKey[] = [
  SETTINGS.permissionsAsk,
  SETTINGS.protectedPaths,
  SETTINGS.rulesHardDeny,
  SETTINGS.rulesSoftDeny,
  SETTINGS.rulesAllow,
  SETTINGS.rulesEnvironment,
];

export function defaultsReport(): DefaultsReport {
  const listed = (push: 'mustBeNamed' | 'ordinary', keys: readonly DefaultsKey[]): DefaultsReport['$defaults'] =>
    Object.fromEntries(keys.map((key) => [key, builtInEntries(key, push)]));
  const differing = DEFAULTS_KEYS.filter(
    (key) => JSON.stringify(builtInEntries(key, 'mustBeNamed')) !== JSON.stringify(builtInEntries(key, 'ordinary')),
  );
  return {
    settings: Object.fromEntries(Object.entries(SETTING_DEFAULTS).map(([key, value]) => [fullName(key), value])),
    $defaults: listed('mustBeNamed', DEFAULTS_KEYS),
    $defaultsWithOrdinaryPush: listed('ordinary', differing),
  };
}

type Reading =
  | { readonly value: (settings: EffectiveSettings) => unknown }
  | { readonly rules: (configuration: EffectiveConfiguration) => readonly PermissionEntry[] }
  | { readonly sentences: (configuration: EffectiveConfiguration) => readonly Sourced<string>[] };

const READINGS: Readonly<Record<Exclude<SettingKey, 'folders'>, Reading>> = {
  enabled: { value: ({ configuration }) => configuration.enabled },
  'permissions.deny': { rules: ({ permissions }) => permissions.deny },
  'permissions.ask': { rules: ({ permissions }) => permissions.ask },
  'permissions.allow': { rules: ({ permissions }) => permissions.allow },
  'fastPaths.workspaceEdits': { value: ({ configuration }) => configuration.fastPaths.workspaceEdits },
  'fastPaths.readOnlyCommands': { value: ({ configuration }) => configuration.fastPaths.readOnlyCommands },
  'fastPaths.workspaceWrites': { value: ({ configuration }) => configuration.fastPaths.workspaceWrites },
  'fastPaths.localGit': { value: ({ configuration }) => configuration.fastPaths.localGit },
  'fastPaths.containedCommands': { value: ({ configuration }) => configuration.fastPaths.containedCommands },
  'fastPaths.keptRemovals': { value: ({ configuration }) => configuration.fastPaths.keptRemovals },
  'contained.commands': { value: ({ configuration }) => configuration.contained.commands },
  protectedPaths: { sentences: ({ protectedPaths }) => protectedPaths },
  'rules.hardDeny': { sentences: ({ rules }) => rules.hardDeny },
  'rules.softDeny': { sentences: ({ rules }) => rules.softDeny },
  'rules.allow': { sentences: ({ rules }) => rules.allow },
  'rules.environment': { sentences: ({ rules }) => rules.environment },
  'rules.defaultBranchPush': { value: ({ defaultBranchPush }) => defaultBranchPush },
  'classifier.model': { value: ({ configuration }) => configuration.classifier.model ?? '' },
  'classifier.baseUrl': { value: ({ configuration }) => shownAddress(configuration.classifier.baseUrl ?? '') },
  'classifier.whenUnavailable': { value: ({ configuration }) => configuration.classifier.whenUnavailable },
  'classifier.onBlock': { value: ({ configuration }) => configuration.classifier.onBlock },
  'classifier.timeoutSeconds': { value: ({ configuration }) => configuration.classifier.timeoutSeconds },
  'classifier.maxTranscriptEntries': { value: ({ configuration }) => configuration.classifier.maxTranscriptEntries },
  'classifier.assistantText': { value: ({ configuration }) => configuration.classifier.assistantText },
  'classifier.stages': { value: ({ configuration }) => configuration.classifier.stages },
  'classifier.logRequests': { value: ({ configuration }) => configuration.classifier.logRequests },
  'classifier.prices': { value: ({ configuration }) => configuration.classifier.prices },
  'pause.consecutive': { value: ({ configuration }) => configuration.pause.consecutive },
  'pause.total': { value: ({ configuration }) => configuration.pause.total },
  'snapshots.enabled': { value: ({ configuration }) => configuration.snapshots.enabled },
  'snapshots.maxMegabytes': { value: ({ configuration }) => configuration.snapshots.maxMegabytes },
  'snapshots.maxSeconds': { value: ({ configuration }) => configuration.snapshots.maxSeconds },
  'snapshots.keepDays': { value: ({ configuration }) => configuration.snapshots.keepDays },
  'agents.anyWindow': { value: ({ configuration }) => configuration.agents.anyWindow },
  'agents.ownJudge': { value: ({ configuration }) => configuration.agents.ownJudge },
  'notifications.badge': { value: ({ configuration }) => configuration.notifications.badge },
  'notifications.sound': { value: ({ configuration }) => configuration.notifications.sound },
  'notifications.questions': { value: ({ configuration }) => configuration.notifications.questions },
  'notifications.blocks': { value: ({ configuration }) => configuration.notifications.blocks },
};

function scopeReport(
  settings: EffectiveSettings,
  removedRules: readonly RemovedRule[],
  confirmable: boolean,
): ScopeReport {
  const { configuration, origins, problems, ignored, forbidsLoosening } = settings;
  const { classifier } = configuration;
  const reported = Object.entries(READINGS).map(([name, reading]): [string, ReportedSetting] => {
    const key = name as keyof typeof READINGS;
    if ('value' in reading)
      return [fullName(key), { value: reading.value(settings), source: origins[key] ?? 'default' }];
    if ('sentences' in reading) {
      return [
        fullName(key),
        { entries: reading.sentences(configuration).map(({ value, source }) => ({ text: value, source })) },
      ];
    }
    const removed = new Set(removedRules.filter((rule) => rule.key === key).map(({ entry }) => ruleText(entry)));
    const entries = reading
      .rules(configuration)
      .map((entry): ReportedEntry =>
        entry.source === 'workspace' && removed.has(entry.text) ? { ...entry, removed: true } : entry,
      );
    return [fullName(key), { entries }];
  });
  return {
    configuration:
      classifier.baseUrl === undefined
        ? configuration
        : { ...configuration, classifier: { ...classifier, baseUrl: shownAddress(classifier.baseUrl) } },
    settings: Object.fromEntries(reported),
    problems,
    ignored: ignored.map((one) => ({ ...one, message: ignoredSentence(one, { forbidsLoosening, confirmable }) })),
  };
}

function fullName(key: string): string {
  return `${SETTINGS_PREFIX}.${key}`;
}

function ruleText(entry: unknown): string {
  if (typeof entry === 'string') return readRuleEntry(entry).rule;
  if (typeof entry === 'object' && entry !== null && 'rule' in entry && typeof entry.rule === 'string') {
    return entry.rule.trim();
  }
  return JSON.stringify(entry);
}

/** Settings are plain JSON of few levels. */
function redacted<T>(value: T): T {
  if (typeof value === 'string') return withoutCredentials(value) as T;
  if (Array.isArray(value)) return value.map(redacted) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redacted(inner as unknown)])) as T;
}
