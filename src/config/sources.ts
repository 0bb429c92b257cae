/**
 * Where settings come from and what each place may set. A repository can only tighten: of a workspace's settings nothing but deny
 * and ask rules is read, and a place that a repository can write to (a remote host's machine settings, a container's environment)
 * never loosens what holds without it.
 */
import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { RuleSource } from '../rules/ruleSource';
import { SETTINGS, type SettingKey } from './contributions';
import type { DefaultBranchPush } from './defaultRules';
import type { Loosening } from './loosening';

/** Settings unchecked, by key. One that is not set is missing or undefined. */
export type RawValues = Readonly<Partial<Record<SettingKey, unknown>>>;

/**
 * - `everything`: any value.
 * - `tightening`: any value that loosens nothing, compared with what weaker sources give.
 * - `lists`: deny and ask rules alone.
 */
export type SourceRights = 'everything' | 'tightening' | 'lists';

/** What one source sets. */
export interface RawSource {
  readonly source: RuleSource;
  readonly values: RawValues;
  /** By default what the kind of source may: see `rightsOf`. */
  readonly rights?: SourceRights;
  /** Names in it that are no settings, and what else of it cannot be used. */
  readonly problems?: readonly ConfigurationProblem[];
  /** Set where nothing of the source can be read although it is there; its name. It may have held deny rules, so every call asks. */
  readonly unreadable?: string;
}

/** An open folder, as it was opened and with its links resolved (undefined: that cannot be told). */
export interface OpenFolder {
  readonly path: string;
  readonly real: string | undefined;
}

/** The rules of the machine for paths, as far as folder overrides need them. */
export interface PathRules {
  /** `~` as an absolute path. */
  readonly home: string;
  isAbsolute(path: string): boolean;
  /** Whether the absolute path is the folder or lies in it. */
  isInside(path: string, folder: string): boolean;
}

export interface RawSources {
  /** Strongest first, in the order of `RULE_SOURCES`. The settings of a workspace file and of each workspace folder are sources of their own. */
  readonly sources: readonly RawSource[];
  readonly trusted: boolean;
  /** Absolute paths of the folders open in the window. */
  readonly workspaceFolders: readonly string[];
  /** The folders whose overrides (`autoMode.folders`) count; none by default. */
  readonly overrides?: FolderOverrides;
  /** True: the managed policy lets no other source loosen anything. */
  readonly forbidLoosening?: boolean;
}

export interface FolderOverrides {
  readonly of: readonly OpenFolder[];
  /** False where the call comes from none of these folders, or the workspace is not trusted: overrides then only tighten. */
  readonly mayLoosen: boolean;
  readonly paths: PathRules;
}

/** A setting or one entry of it that cannot be used as written. It never loosens anything. */
export interface ConfigurationProblem {
  /** The full name, such as `autoMode.permissions.deny`, or that of the source. */
  readonly key: string;
  readonly source: RuleSource;
  /** What stands there, as JSON or as the text of the rule, shortened. */
  readonly entry: string;
  /** Sentences: what is wrong, what holds meanwhile, and what to write instead. */
  readonly message: string;
}

/** A value that has no effect. */
export interface IgnoredSetting {
  readonly key: string;
  readonly source: RuleSource;
  /**
   * `not-its-place`: this source may not set it at all. `loosens`: it would loosen, which this source may not. `overridden`: a
   * stronger source sets it.
   */
  readonly why: 'not-its-place' | 'loosens' | 'overridden';
  /** What it would loosen, in English, or the source that overrides it. */
  readonly detail?: string;
  /** What it would loosen: the first of it, its entries shortened, and how much more there is. */
  readonly looser?: { readonly first: readonly Loosening[]; readonly more: number };
}

export interface EffectiveSettings {
  /** Frozen, so that whoever is handed it cannot change what is in force. */
  readonly configuration: EffectiveConfiguration;
  /** The source of each value that comes whole from one; lists remember the source of each entry. */
  readonly origins: Readonly<Partial<Record<SettingKey, RuleSource>>>;
  /** Which built-in rules `$defaults` stands for. */
  readonly defaultBranchPush: DefaultBranchPush;
  readonly problems: readonly ConfigurationProblem[];
  readonly ignored: readonly IgnoredSetting[];
  /** Whether the managed policy forbids loosening, by settings and by commands. */
  readonly forbidsLoosening: boolean;
}

/** Deny and ask rules only ever hold back, so every source adds its own. */
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

/** What a source may set without a look at its value. The overrides themselves cannot hold overrides. */
export function maySet(source: RawSource, key: SettingKey): boolean {
  if (HOLDING_BACK.has(key)) return true;
  return rightsOf(source) === 'everything' && !(key === SETTINGS.folders && source.source === 'folder');
}

/** Says what is wrong with the text of a permission rule, in a sentence without its full stop; undefined: nothing. */
export type RuleProblem = (text: string) => string | undefined;
