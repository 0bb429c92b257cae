/** All deny and ask rules count; other values come from the strongest source that may set them. */
import type { EffectiveConfiguration, PolicyRules } from '../engine/model/configuration';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './contributions';
import { distinct } from '../common/distinct';
import { folderSources } from './folderOverrides';
import { looseningClause, loosenings, newSentences, type Loosening } from './loosening';
import { shownEntry } from './shownEntry';
import { Readings } from './readings';
import { SourceReader, type SectionReading } from './sourceReader';
import {
  HOLDING_BACK,
  maySet,
  rightsOf,
  type ConfigurationProblem,
  type EffectiveSettings,
  type IgnoredSetting,
  type RawSource,
  type RawSources,
  type RuleProblem,
} from './sources';
import { t } from '@vscode/l10n';

/** @param ruleProblem checks grammar; every call that a malformed deny or ask entry may concern asks */
export function effectiveConfiguration(raw: RawSources, ruleProblem: RuleProblem): EffectiveSettings {
  const forbidsLoosening = raw.forbidLoosening === true;
  const sources = withOverrides(raw);
  const free = (source: RawSource, key: SettingKey): boolean =>
    maySet(source, key) && (FREE_EVEN_THEN.has(key) || !forbidsLoosening || source.source === 'managed');
  const ignored: IgnoredSetting[] = [];
  const readings = new Readings<SectionReading>();
  let accepted = sources.map((source) => only(source, (key) => free(source, key)));
  const restraints = readRestraints(accepted, ruleProblem, forbidsLoosening);
  let held = merge(accepted, raw, restraints, { ruleProblem, readings });
  // Weakest first: each is compared with the weaker ones' result.
  for (const [at, source] of [...sources.entries()].reverse()) {
    const refused: IgnoredSetting[] = [];
    for (const key of keysOf(source).filter((candidate) => !free(source, candidate))) {
      if (!mayTighten(source, key, forbidsLoosening)) {
        refused.push(notItsPlace(source, key));
        continue;
      }
      const tried = accepted.map((other, index) =>
        index === at ? { ...other, values: { ...other.values, [key]: source.values[key] } } : other,
      );
      const result = merge(tried, raw, restraints, { ruleProblem, readings });
      const looser = [
        ...loosenings(held.configuration, result.configuration),
        ...(mayInstruct(source) ? [] : newSentences(held.configuration, result.configuration)),
      ];
      if (looser.length > 0) {
        refused.push({
          key: `${SETTINGS_PREFIX}.${key}`,
          source: source.source,
          why: 'loosens',
          ...shownLoosenings(looser),
        });
        continue;
      }
      accepted = tried;
      held = result;
    }
    ignored.unshift(...refused);
  }
  const { configuration, origins, defaultBranchPush, problems } = held;
  return deepFreeze({
    configuration,
    origins,
    defaultBranchPush,
    problems: bounded(
      distinct([...sources.flatMap((source) => source.problems ?? []), ...problems], (problem) =>
        JSON.stringify(problem),
      ),
    ),
    ignored: distinct([...ignored, ...overridden(accepted)], ({ key, source, why }) => `${source} ${key} ${why}`),
    forbidsLoosening,
  });
}

function withOverrides({ sources, overrides }: RawSources): readonly RawSource[] {
  if (overrides === undefined) return sources;
  const setting = sources.find((source) => source.values.folders !== undefined && maySet(source, SETTINGS.folders));
  const user = sources.findIndex(({ source }) => source === 'user');
  const at =
    user === -1 ? sources.filter(({ source }) => source === 'managed' || source === 'environment').length : user;
  return [...sources.slice(0, at), ...folderSources(setting?.values.folders, overrides), ...sources.slice(at)];
}

/** They cannot loosen, or are checked one by one. */
const FREE_EVEN_THEN: ReadonlySet<SettingKey> = new Set([...HOLDING_BACK, SETTINGS.folders]);

function mayTighten(source: RawSource, key: SettingKey, forbidsLoosening: boolean): boolean {
  if (key === SETTINGS.folders) return false;
  const rights = rightsOf(source);
  return rights === 'tightening' || (rights === 'everything' && forbidsLoosening);
}

function notItsPlace(source: RawSource, key: SettingKey): IgnoredSetting {
  const ignored = { key: `${SETTINGS_PREFIX}.${key}`, source: source.source };
  return key === SETTINGS.folders && source.source === 'environment'
    ? { ...ignored, why: 'loosens', detail: `${SETTINGS_PREFIX}.${key} overrides any setting` }
    : { ...ignored, why: 'not-its-place' };
}

/** Even a strict-looking rule can persuade the classifier. */
function mayInstruct(source: RawSource): boolean {
  const byRepository = source.source === 'remote' || source.source === 'environment';
  return !byRepository || rightsOf(source) === 'everything';
}

function keysOf({ values }: RawSource): readonly SettingKey[] {
  return Object.values(SETTINGS).filter((key) => values[key] !== undefined);
}

function only(source: RawSource, counts: (key: SettingKey) => boolean): RawSource {
  const kept = keysOf(source).filter(counts);
  return { ...source, values: Object.fromEntries(kept.map((key) => [key, source.values[key]])) };
}

/** All sources add to them, so comparisons leave them out. */
type Restraints = Pick<EffectiveConfiguration['permissions'], 'deny' | 'ask'> & Pick<EffectiveSettings, 'problems'>;

function readRestraints(sources: readonly RawSource[], ruleProblem: RuleProblem, keepsDefaultAsk: boolean): Restraints {
  const reader = new SourceReader(sources, ruleProblem, { keepsDefaultAsk });
  const [deny, ask] = [reader.union(SETTINGS.permissionsDeny), reader.union(SETTINGS.permissionsAsk)];
  return { deny, ask, problems: reader.problems };
}

type Merged = Pick<EffectiveSettings, 'configuration' | 'origins' | 'defaultBranchPush' | 'problems'>;

function merge(
  sources: readonly RawSource[],
  raw: RawSources,
  { deny, ask, problems }: Restraints,
  { ruleProblem, readings }: { readonly ruleProblem: RuleProblem; readonly readings: Readings<SectionReading> },
): Merged {
  const reader = new SourceReader(sources, ruleProblem, { readings });
  const defaultBranchPush = reader.value(SETTINGS.defaultBranchPush);
  const configuration: EffectiveConfiguration = {
    enabled: reader.value(SETTINGS.enabled),
    trusted: raw.trusted,
    workspaceFolders: [...raw.workspaceFolders],
    permissions: { deny, ask, allow: reader.allowRules() },
    rules: {
      allow: reader.section(SETTINGS.rulesAllow, defaultBranchPush),
      softDeny: reader.section(SETTINGS.rulesSoftDeny, defaultBranchPush),
      hardDeny: reader.section(SETTINGS.rulesHardDeny, defaultBranchPush),
      environment: reader.section(SETTINGS.rulesEnvironment, defaultBranchPush),
    } satisfies PolicyRules,
    protectedPaths: reader.section(SETTINGS.protectedPaths, defaultBranchPush),
    fastPaths: {
      workspaceEdits: reader.value(SETTINGS.workspaceEdits),
      readOnlyCommands: reader.value(SETTINGS.readOnlyCommands),
      workspaceWrites: reader.value(SETTINGS.workspaceWrites),
      localGit: reader.value(SETTINGS.localGit),
      containedCommands: reader.value(SETTINGS.containedFastPath),
      keptRemovals: reader.value(SETTINGS.keptRemovals),
    },
    contained: { commands: reader.value(SETTINGS.containedCommands) },
    classifier: {
      model: reader.text(SETTINGS.classifierModel),
      baseUrl: reader.text(SETTINGS.classifierBaseUrl),
      timeoutSeconds: reader.value(SETTINGS.classifierTimeoutSeconds),
      maxTranscriptEntries: reader.value(SETTINGS.classifierMaxTranscriptEntries),
      assistantText: reader.value(SETTINGS.classifierAssistantText),
      whenUnavailable: reader.value(SETTINGS.classifierWhenUnavailable),
      onBlock: reader.value(SETTINGS.classifierOnBlock),
      stages: reader.value(SETTINGS.classifierStages),
      logRequests: reader.value(SETTINGS.classifierLogRequests),
      prices: reader.value(SETTINGS.classifierPrices),
    },
    pause: { consecutive: reader.value(SETTINGS.pauseConsecutive), total: reader.value(SETTINGS.pauseTotal) },
    snapshots: {
      enabled: reader.value(SETTINGS.snapshotsEnabled),
      maxMegabytes: reader.value(SETTINGS.snapshotsMaxMegabytes),
      maxSeconds: reader.value(SETTINGS.snapshotsMaxSeconds),
      keepDays: reader.value(SETTINGS.snapshotsKeepDays),
    },
    agents: {
      anyWindow: reader.value(SETTINGS.agentsAnyWindow),
      ownJudge: reader.value(SETTINGS.agentsOwnJudge),
    },
    notifications: {
      badge: reader.value(SETTINGS.notificationsBadge),
      sound: reader.value(SETTINGS.notificationsSound),
      questions: reader.value(SETTINGS.notificationsQuestions),
      blocks: reader.value(SETTINGS.notificationsBlocks),
    },
  };
  return { configuration, origins: reader.origins, defaultBranchPush, problems: [...problems, ...reader.problems] };
}

function overridden(sources: readonly RawSource[]): IgnoredSetting[] {
  return sources.flatMap((source, at) =>
    keysOf(source).flatMap((key): IgnoredSetting[] => {
      const by = HOLDING_BACK.has(key)
        ? undefined
        : sources.slice(0, at).find(({ values }) => values[key] !== undefined);
      if (by === undefined) return [];
      return [{ key: `${SETTINGS_PREFIX}.${key}`, source: source.source, why: 'overridden', detail: by.source }];
    }),
  );
}

const MAX_PROBLEMS = 500;

function bounded(problems: readonly ConfigurationProblem[]): readonly ConfigurationProblem[] {
  const more = problems.length - MAX_PROBLEMS;
  const [last] = problems.slice(MAX_PROBLEMS);
  if (last === undefined) return problems;
  const message = t('These cannot be used either. They are named once the problems before them are corrected.');
  return [...problems.slice(0, MAX_PROBLEMS), { ...last, entry: `(${more} more entries)`, message }];
}

const SHOWN_LOOSENINGS = 3;

function shownLoosenings(looser: readonly Loosening[]): Pick<IgnoredSetting, 'detail' | 'looser'> {
  const first = looser
    .slice(0, SHOWN_LOOSENINGS)
    .map((loosening) => ({ ...loosening, entry: shownEntry(loosening.entry) }));
  const more = looser.length - first.length;
  const clauses = first.map((loosening) => `${SETTINGS_PREFIX}.${looseningClause(loosening)}`).join('; ');
  return { detail: more > 0 ? `${clauses}; and ${more} more` : clauses, looser: { first, more } };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
