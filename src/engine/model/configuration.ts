import type { OwnJudges } from '../../facts/ownJudge';
import type { PermissionEntry } from '../../rules/permissionEntry';
import type { RuleSource } from '../../rules/ruleSource';

export interface Sourced<T> {
  readonly value: T;
  readonly source: RuleSource;
}

export interface PolicyRules {
  readonly allow: readonly Sourced<string>[];
  readonly softDeny: readonly Sourced<string>[];
  readonly hardDeny: readonly Sourced<string>[];
  readonly environment: readonly Sourced<string>[];
}

export interface ClassifierSettings {
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly timeoutSeconds: number;
  readonly maxTranscriptEntries: number;
  readonly assistantText: boolean;
  readonly whenUnavailable: 'block' | 'ask';
  readonly onBlock: 'block' | 'ask';
  readonly stages: 'auto' | 'one' | 'two';
  /** Secrets are removed. */
  readonly logRequests: boolean;
  readonly prices: Readonly<Record<string, TokenPrice>>;
}

/** In US dollars per million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite?: number | undefined;
  readonly output: number;
}

/** What is kept before a run, and how long. */
export interface SnapshotSettings {
  readonly enabled: boolean;
  readonly maxMegabytes: number;
  readonly maxSeconds: number;
  readonly keepDays: number;
}

/** Immutable; one for each decision. */
export interface EffectiveConfiguration {
  readonly enabled: boolean;
  /** False: settings only tighten, most fast paths are off. */
  readonly trusted: boolean;
  /** Edits run at once there. */
  readonly workspaceFolders: readonly string[];
  /** The call's git work tree, then the only workspace folder. */
  readonly worktree?: Worktree | undefined;
  readonly permissions: {
    readonly deny: readonly PermissionEntry[];
    readonly ask: readonly PermissionEntry[];
    readonly allow: readonly PermissionEntry[];
  };
  readonly rules: PolicyRules;
  readonly protectedPaths: readonly Sourced<string>[];
  readonly fastPaths: Readonly<Record<FastPath, boolean>>;
  readonly contained: { readonly commands: readonly string[] };
  readonly classifier: ClassifierSettings;
  readonly pause: { readonly consecutive: number; readonly total: number };
  readonly snapshots: SnapshotSettings;
  readonly agents: { readonly anyWindow: boolean; readonly ownJudge: OwnJudges };
  readonly notifications: {
    readonly badge: boolean;
    readonly sound: boolean;
    /** `panel`: no dialog while the panel is visible. */
    readonly questions: 'dialog' | 'panel';
    readonly blocks: 'all' | 'outages' | 'none';
  };
}

export interface Worktree {
  /** The open folder whose repository it belongs to. */
  readonly of: string;
  /** With the open ones: rules hold there, and its files are the project's code. */
  readonly projectFolders: readonly string[];
}

/** There rules hold, protected paths begin, and programs are the project's own. */
export function projectFolders({
  workspaceFolders,
  worktree,
}: Pick<EffectiveConfiguration, 'workspaceFolders' | 'worktree'>): readonly string[] {
  return worktree?.projectFolders ?? workspaceFolders;
}

export type FastPath =
  'workspaceEdits' | 'readOnlyCommands' | 'workspaceWrites' | 'localGit' | 'containedCommands' | 'keptRemovals';
