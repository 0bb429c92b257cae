import { ownJudgeTurn } from '../facts/ownJudge';
import { shownAddress } from './addressCredentials';
import type { EffectiveConfiguration, Sourced } from '../engine/model/configuration';
import type { PermissionEntry } from '../rules/permissionEntry';
import type { RuleSource } from '../rules/ruleSource';
import { SETTINGS, type SettingKey } from './contributions';

export interface Loosening {
  readonly key: SettingKey;
  readonly how: 'without' | 'with' | 'becomes';
  /** Text, or the value as JSON. */
  readonly entry: string;
}

type Difference = Omit<Loosening, 'key'>;
type Compare = (before: EffectiveConfiguration, after: EffectiveConfiguration) => readonly Difference[];

/** Such as `permissions.deny without bash(git push*)`. */
export function looseningClause({ key, how, entry }: Loosening): string {
  return `${key} ${how} ${entry}`;
}

const removed = (before: readonly string[], after: readonly string[]): Difference[] => {
  const kept = new Set(after);
  return before.filter((entry) => !kept.has(entry)).map((entry) => ({ how: 'without', entry }));
};
const added = (before: readonly string[], after: readonly string[]): Difference[] => {
  const known = new Set(before);
  return after.filter((entry) => !known.has(entry)).map((entry) => ({ how: 'with', entry }));
};
const texts = (entries: readonly PermissionEntry[]): string[] => entries.map(({ text }) => text);
const owned = (
  before: readonly { readonly text: string; readonly source: RuleSource }[],
  after: readonly { readonly text: string; readonly source: RuleSource }[],
): Difference[] => {
  const kept = new Set(texts(after));
  const own = new Set(texts(after.filter(({ source }) => source !== 'default')));
  return before
    .filter(({ text, source }) => !(source === 'default' ? kept : own).has(text))
    .map(({ text }) => ({ how: 'without', entry: text }));
};
const texted = (entries: readonly Sourced<string>[]): { readonly text: string; readonly source: RuleSource }[] =>
  entries.map(({ value, source }) => ({ text: value, source }));
const values = (entries: readonly Sourced<string>[]): string[] => entries.map(({ value }) => value);
const isRemoval = (entry: string): boolean => entry.startsWith('!');
const isAddition = (entry: string): boolean => !isRemoval(entry);
const becomes = (value: unknown, is: boolean): readonly Difference[] =>
  is ? [{ how: 'becomes', entry: JSON.stringify(value) }] : [];

/** If the direction of a change is unclear, every change counts. */
const COMPARISONS: Readonly<Partial<Record<SettingKey, Compare>>> = {
  [SETTINGS.enabled]: (before, after) => becomes(after.enabled, before.enabled && !after.enabled),
  [SETTINGS.permissionsDeny]: ({ permissions: a }, { permissions: b }) =>
    a.deny === b.deny ? [] : removed(texts(a.deny), texts(b.deny)),
  [SETTINGS.permissionsAsk]: ({ permissions: a }, { permissions: b }) =>
    a.ask === b.ask ? [] : owned(a.ask, [...b.ask, ...b.deny]),
  [SETTINGS.permissionsAllow]: ({ permissions: a }, { permissions: b }) => added(texts(a.allow), texts(b.allow)),
  [SETTINGS.rulesAllow]: ({ rules: a }, { rules: b }) => added(values(a.allow), values(b.allow)),
  [SETTINGS.rulesSoftDeny]: ({ rules: a }, { rules: b }) =>
    removed(values(a.softDeny), [...values(b.softDeny), ...values(b.hardDeny)]),
  [SETTINGS.rulesHardDeny]: ({ rules: a }, { rules: b }) => removed(values(a.hardDeny), values(b.hardDeny)),
  // It may trust a place or call another precious.
  [SETTINGS.rulesEnvironment]: ({ rules: a }, { rules: b }) => [
    ...removed(values(a.environment), values(b.environment)),
    ...added(values(a.environment), values(b.environment)),
  ],
  [SETTINGS.protectedPaths]: ({ protectedPaths: a }, { protectedPaths: b }) =>
    a === b ? [] : owned(texted(a), texted(b)),
  [SETTINGS.workspaceEdits]: ({ fastPaths: a }, { fastPaths: b }) =>
    becomes(b.workspaceEdits, !a.workspaceEdits && b.workspaceEdits),
  [SETTINGS.readOnlyCommands]: ({ fastPaths: a }, { fastPaths: b }) =>
    becomes(b.readOnlyCommands, !a.readOnlyCommands && b.readOnlyCommands),
  [SETTINGS.workspaceWrites]: ({ fastPaths: a }, { fastPaths: b }) =>
    becomes(b.workspaceWrites, !a.workspaceWrites && b.workspaceWrites),
  [SETTINGS.localGit]: ({ fastPaths: a }, { fastPaths: b }) => becomes(b.localGit, !a.localGit && b.localGit),
  [SETTINGS.containedFastPath]: ({ fastPaths: a }, { fastPaths: b }) =>
    becomes(b.containedCommands, !a.containedCommands && b.containedCommands),
  [SETTINGS.keptRemovals]: ({ fastPaths: a }, { fastPaths: b }) =>
    becomes(b.keptRemovals, !a.keptRemovals && b.keptRemovals),
  [SETTINGS.containedCommands]: ({ contained: a }, { contained: b }) =>
    a.commands === b.commands
      ? []
      : [
          ...added(a.commands.filter(isAddition), b.commands.filter(isAddition)),
          ...removed(a.commands.filter(isRemoval), b.commands.filter(isRemoval)),
        ],
  // Another judge, or place for the code.
  [SETTINGS.classifierModel]: ({ classifier: a }, { classifier: b }) => becomes(b.model ?? '', a.model !== b.model),
  [SETTINGS.classifierBaseUrl]: ({ classifier: a }, { classifier: b }) =>
    becomes(shownAddress(b.baseUrl ?? ''), a.baseUrl !== b.baseUrl),
  // Without time a judge leaves all to the user, even what it would block.
  [SETTINGS.classifierTimeoutSeconds]: ({ classifier: a }, { classifier: b }) =>
    becomes(b.timeoutSeconds, b.timeoutSeconds < a.timeoutSeconds && b.whenUnavailable === 'ask'),
  // A judge that sees less misses what the user forbade.
  [SETTINGS.classifierMaxTranscriptEntries]: ({ classifier: a }, { classifier: b }) =>
    becomes(b.maxTranscriptEntries, b.maxTranscriptEntries < a.maxTranscriptEntries),
  [SETTINGS.classifierAssistantText]: ({ classifier: a }, { classifier: b }) =>
    becomes(b.assistantText, !a.assistantText && b.assistantText),
  [SETTINGS.classifierWhenUnavailable]: ({ classifier: a }, { classifier: b }) =>
    becomes(b.whenUnavailable, a.whenUnavailable === 'block' && b.whenUnavailable === 'ask'),
  [SETTINGS.classifierOnBlock]: ({ classifier: a }, { classifier: b }) =>
    becomes(b.onBlock, a.onBlock === 'block' && b.onBlock === 'ask'),
  // A first look may allow what a judgement blocks.
  [SETTINGS.classifierStages]: ({ classifier: a }, { classifier: b }) =>
    becomes(b.stages, a.stages !== b.stages && (a.stages === 'one' || b.stages === 'two')),
  [SETTINGS.pauseConsecutive]: ({ pause: a }, { pause: b }) => becomes(b.consecutive, b.consecutive > a.consecutive),
  [SETTINGS.pauseTotal]: ({ pause: a }, { pause: b }) => becomes(b.total, b.total > a.total),
  // On: copies are kept outside of the folder. Off: nothing is kept.
  [SETTINGS.snapshotsEnabled]: ({ snapshots: a }, { snapshots: b }) => becomes(b.enabled, a.enabled !== b.enabled),
  [SETTINGS.snapshotsMaxMegabytes]: ({ snapshots: a }, { snapshots: b }) =>
    becomes(b.maxMegabytes, b.maxMegabytes < a.maxMegabytes),
  [SETTINGS.snapshotsMaxSeconds]: ({ snapshots: a }, { snapshots: b }) =>
    becomes(b.maxSeconds, b.maxSeconds < a.maxSeconds),
  [SETTINGS.snapshotsKeepDays]: ({ snapshots: a }, { snapshots: b }) => becomes(b.keepDays, b.keepDays < a.keepDays),
  // On: calls run that nobody decided before. Off: deny rules and hard floor do not apply.
  [SETTINGS.agentsAnyWindow]: ({ agents: a }, { agents: b }) => becomes(b.anyWindow, a.anyWindow !== b.anyWindow),
  // Another judge. Only a second one beside ours loosens nothing.
  [SETTINGS.agentsOwnJudge]: ({ agents: { ownJudge: a } }, { agents: { ownJudge: b } }) =>
    [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((agent) => {
      const [before, after] = [ownJudgeTurn(a, agent), ownJudgeTurn(b, agent)];
      return before === after || after === 'always' ? [] : becomes(`${agent}: ${after}`, true);
    }),
};

/** Empty if `after` is at least as strict. */
export function loosenings(before: EffectiveConfiguration, after: EffectiveConfiguration): readonly Loosening[] {
  return Object.entries(COMPARISONS).flatMap(([key, compare]) =>
    compare(before, after).map((difference) => ({ key: key as SettingKey, ...difference })),
  );
}

export function newSentences(
  { rules: a }: EffectiveConfiguration,
  { rules: b }: EffectiveConfiguration,
): readonly Loosening[] {
  const written = (entries: readonly Sourced<string>[]): string[] =>
    values(entries.filter(({ source }) => source !== 'default'));
  return [
    ...added(values(a.softDeny), written(b.softDeny)).map((one) => ({ key: SETTINGS.rulesSoftDeny, ...one })),
    ...added(values(a.hardDeny), written(b.hardDeny)).map((one) => ({ key: SETTINGS.rulesHardDeny, ...one })),
  ];
}
