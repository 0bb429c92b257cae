import type { SettingKey } from '../../../src/config/contributions';
import { builtInEntries, type DefaultsKey } from '../../../src/config/defaultRules';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import type { EffectiveSettings, RawSource, RuleProblem } from '../../../src/config/sources';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import type { PermissionEntry } from '../../../src/rules/permissionEntry';
import { parsePermissionRule } from '../../../src/rules/permissionRule';

export type Values = Partial<Record<SettingKey, unknown>>;

export const ruleProblem: RuleProblem = (text) => {
  const parsed = parsePermissionRule({ text, source: 'user' });
  return parsed.ok ? undefined : parsed.malformed.problem;
};

export function effective(user: Values, ...workspaces: readonly Values[]): EffectiveSettings {
  const sources: RawSource[] = [
    { source: 'user', values: user },
    ...workspaces.map((values) => ({ source: 'workspace' as const, values })),
  ];
  return effectiveConfiguration({ sources, trusted: true, workspaceFolders: ['/w'] }, ruleProblem);
}

/** Entries that somebody wrote, as `source text`, or `source text: message`. */
export function entries(settings: EffectiveSettings, list: 'deny' | 'ask' | 'allow'): string[] {
  return written(settings, list).map(
    ({ text, source, message }) => `${source} ${text}${message === undefined ? '' : `: ${message}`}`,
  );
}

export function written(settings: EffectiveSettings, list: 'deny' | 'ask' | 'allow'): readonly PermissionEntry[] {
  return settings.configuration.permissions[list].filter(({ source }) => source !== 'default');
}

/** The built-in ask rules that hold. */
export function builtInAsks({ configuration }: EffectiveSettings): string[] {
  return configuration.permissions.ask.flatMap(({ text, source }) => (source === 'default' ? [text] : []));
}

export const RULES = {
  'rules.allow': 'allow',
  'rules.softDeny': 'softDeny',
  'rules.hardDeny': 'hardDeny',
  'rules.environment': 'environment',
} as const;
export type SectionKey = Exclude<DefaultsKey, 'permissions.ask'>;
export const SECTIONS = [...Object.keys(RULES), 'protectedPaths'] as SectionKey[];
export const builtInOf = (key: SectionKey): readonly string[] => builtInEntries(key, 'mustBeNamed');

export function section(settings: EffectiveSettings, key: SectionKey): readonly string[] {
  const { rules, protectedPaths } = settings.configuration;
  return (key === 'protectedPaths' ? protectedPaths : rules[RULES[key]]).map(({ value }) => value);
}

/** The effective value of each setting that holds one value. */
export const SINGLE: Partial<Record<SettingKey, (configuration: EffectiveConfiguration) => unknown>> = {
  enabled: ({ enabled }) => enabled,
  'fastPaths.workspaceEdits': ({ fastPaths }) => fastPaths.workspaceEdits,
  'fastPaths.readOnlyCommands': ({ fastPaths }) => fastPaths.readOnlyCommands,
  'fastPaths.workspaceWrites': ({ fastPaths }) => fastPaths.workspaceWrites,
  'fastPaths.localGit': ({ fastPaths }) => fastPaths.localGit,
  'fastPaths.containedCommands': ({ fastPaths }) => fastPaths.containedCommands,
  'fastPaths.keptRemovals': ({ fastPaths }) => fastPaths.keptRemovals,
  'contained.commands': ({ contained }) => contained.commands,
  'classifier.model': ({ classifier }) => classifier.model,
  'classifier.baseUrl': ({ classifier }) => classifier.baseUrl,
  'classifier.timeoutSeconds': ({ classifier }) => classifier.timeoutSeconds,
  'classifier.maxTranscriptEntries': ({ classifier }) => classifier.maxTranscriptEntries,
  'classifier.assistantText': ({ classifier }) => classifier.assistantText,
  'classifier.whenUnavailable': ({ classifier }) => classifier.whenUnavailable,
  'classifier.onBlock': ({ classifier }) => classifier.onBlock,
  'classifier.stages': ({ classifier }) => classifier.stages,
  'classifier.logRequests': ({ classifier }) => classifier.logRequests,
  'classifier.prices': ({ classifier }) => classifier.prices,
  'pause.consecutive': ({ pause }) => pause.consecutive,
  'pause.total': ({ pause }) => pause.total,
  'snapshots.enabled': ({ snapshots }) => snapshots.enabled,
  'snapshots.maxMegabytes': ({ snapshots }) => snapshots.maxMegabytes,
  'snapshots.maxSeconds': ({ snapshots }) => snapshots.maxSeconds,
  'snapshots.keepDays': ({ snapshots }) => snapshots.keepDays,
  'agents.anyWindow': ({ agents }) => agents.anyWindow,
  'agents.ownJudge': ({ agents }) => agents.ownJudge,
  'notifications.badge': ({ notifications }) => notifications.badge,
  'notifications.sound': ({ notifications }) => notifications.sound,
  'notifications.questions': ({ notifications }) => notifications.questions,
  'notifications.blocks': ({ notifications }) => notifications.blocks,
};
export const PRICES = { 'openai/gpt-4.1-mini': { input: 0.5, cachedInput: 0.1, cacheWrite: 0, output: 2 } };
export const single = (settings: EffectiveSettings, key: SettingKey): unknown => SINGLE[key]?.(settings.configuration);

export function manyPrices(count: number): Record<string, unknown> {
  const price = { input: 1, cachedInput: 1, output: 1 };
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`local/model-${index}`, price]));
}
