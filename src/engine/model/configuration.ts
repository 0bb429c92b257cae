import type { PermissionEntry } from '../../rules/permissionEntry';
import type { RuleSource } from '../../rules/ruleSource';

/** A configured value together with where it came from. */
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
  /** `provider/model-id`; undefined: resolve by the model order of the classifier. */
  readonly model: string | undefined;
  /** Address of the provider's server; undefined: the provider's own. */
  readonly baseUrl: string | undefined;
  readonly timeoutSeconds: number;
  readonly maxTranscriptEntries: number;
  readonly assistantText: boolean;
  readonly whenUnavailable: 'block' | 'ask';
  readonly onBlock: 'block' | 'ask';
  /** Whether a quick first look comes before the judgement; `auto`: where the provider makes that cheaper. */
  readonly stages: 'auto' | 'one' | 'two';
  /** Whether requests and answers, secrets removed, are kept in a file. */
  readonly logRequests: boolean;
  /** What tokens cost, where the user says so: in US dollars for a million, by `provider/model-id`. */
  readonly prices: Readonly<Record<string, TokenPrice>>;
}

/** In US dollars for a million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly cachedInput: number;
  /** Undefined: like other input. */
  readonly cacheWrite?: number | undefined;
  readonly output: number;
}

/** One immutable snapshot of everything that is in force for one folder. A decision uses exactly one. */
export interface EffectiveConfiguration {
  readonly enabled: boolean;
  /** False in an untrusted workspace: only tightening is read and most fast paths are off. */
  readonly trusted: boolean;
  /** Absolute paths of the folders open in the deciding window. */
  readonly workspaceFolders: readonly string[];
  readonly permissions: {
    readonly deny: readonly PermissionEntry[];
    readonly ask: readonly PermissionEntry[];
    readonly allow: readonly PermissionEntry[];
  };
  readonly rules: PolicyRules;
  readonly protectedPaths: readonly Sourced<string>[];
  readonly fastPaths: { readonly workspaceEdits: boolean; readonly readOnlyCommands: boolean };
  readonly classifier: ClassifierSettings;
  /** Classifier blocks, in a row and in total, after which auto mode pauses. */
  readonly pause: { readonly consecutive: number; readonly total: number };
  /** Whether this window may decide calls in folders that no window has open. */
  readonly agents: { readonly anyWindow: boolean };
  /** How the user is notified of questions and blocks. */
  readonly notifications: {
    readonly badge: boolean;
    readonly sound: boolean;
    /** `panel`: without a dialog while the panel is visible. */
    readonly questions: 'dialog' | 'panel';
    readonly blocks: 'all' | 'outages' | 'none';
  };
}
