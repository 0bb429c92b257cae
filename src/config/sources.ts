/** A workspace gives only deny and ask rules; no place that a repository can write loosens. */
import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { RuleSource } from '../rules/ruleSource';
import { SETTINGS, type SettingKey } from './contributions';
import type { DefaultBranchPush } from './defaultRules';
import type { Loosening } from './loosening';

/** Unchecked. */
export type RawValues = Readonly<Partial<Record<SettingKey, unknown>>>;

/**
 * - `tightening`: loosens no weaker source.
 * - `lists`: deny and ask rules only.
 */
export type SourceRights = 'everything' | 'tightening' | 'lists';

export interface RawSource {
  readonly source: RuleSource;
  readonly values: RawValues;
  readonly rights?: SourceRights;
  readonly problems?: readonly ConfigurationProblem[];
  /** It may have held deny rules, so every call asks. */
  readonly unreadable?: string;
}

/** As opened, and its real path (undefined: unknown). */
export interface OpenFolder {
  readonly path: string;
  readonly real: string | undefined;
}

export interface PathRules {
  readonly home: string;
  isAbsolute(path: string): boolean;
  isInside(path: string, folder: string): boolean;
}

export interface RawSources {
  /** Strongest first; workspace file and folders each count. */
  readonly sources: readonly RawSource[];
  readonly trusted: boolean;
  readonly workspaceFolders: readonly string[];
  readonly overrides?: FolderOverrides;
  readonly forbidLoosening?: boolean;
}

export interface FolderOverrides {
  readonly of: readonly OpenFolder[];
  /** False: the call is from outside or the workspace untrusted, so overrides only tighten. */
  readonly mayLoosen: boolean;
  readonly paths: PathRules;
}

/** Never loosens anything. */
export interface ConfigurationProblem {
  readonly key: string;
  readonly source: RuleSource;
  readonly entry: string;
  readonly message: string;
}

export interface IgnoredSetting {
  readonly key: string;
  readonly source: RuleSource;
  /** `not-its-place`: may not set it. `loosens`: would loosen. `overridden`: a stronger source has it. */
  readonly why: 'not-its-place' | 'loosens' | 'overridden';
  readonly detail?: string;
  readonly looser?: { readonly first: readonly Loosening[]; readonly more: number };
}

export interface EffectiveSettings {
  /** Frozen: nobody changes what is in effect. */
  readonly configuration: EffectiveConfiguration;
  readonly origins: Readonly<Partial<Record<SettingKey, RuleSource>>>;
  readonly defaultBranchPush: DefaultBranchPush;
  readonly problems: readonly ConfigurationProblem[];
  readonly ignored: readonly IgnoredSetting[];
  readonly forbidsLoosening: boolean;
}

/** Every source adds its own: they only restrain. */
export const HOLDING_BACK: ReadonlySet<SettingKey> = new Set([SETTINGS.permissionsDeny, SETTINGS.permissionsAsk]);

const RIGHTS: Readonly<Record<RuleSource, SourceRights>> = {
  managed: 'everything',
  environment: 'everything',
  folder: 'everything',
  user: 'everything',
  remote: 'tightening',
  workspace: 'lists',
  default: 'everything',
};

export function rightsOf({ source, rights }: RawSource): SourceRights {
  return rights ?? RIGHTS[source];
}

/** For any value. Overrides hold no overrides. */
export function maySet(source: RawSource, key: SettingKey): boolean {
  if (HOLDING_BACK.has(key)) return true;
  return rightsOf(source) === 'everything' && !(key === SETTINGS.folders && source.source === 'folder');
}

/** A sentence without full stop. */
export type RuleProblem = (text: string) => string | undefined;
