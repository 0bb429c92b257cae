import { wholeText, type SettingsGuard } from './guardedSettings';

export interface FloorRule {
  /** Stable: named in the log, the panel and tests. */
  readonly check: string;
  /** The kind of file and why it matters; follows "The call would change". */
  readonly what: string;
  readonly remedy: string;
}

export interface GuardedPlace {
  readonly pattern: string;
  readonly rule: FloorRule;
  /** Undefined: any change. */
  readonly guard: SettingsGuard | undefined;
  /** Beside a folder of this name: not in ordinary projects. */
  readonly beside: { readonly folder: string; readonly name: string } | undefined;
}

export function wholeFile(rule: FloorRule, ...patterns: string[]): GuardedPlace[] {
  return patterns.map((pattern) => ({ pattern, rule, guard: undefined, beside: undefined }));
}

export function partOfFile(rule: FloorRule, guard: SettingsGuard, ...patterns: string[]): GuardedPlace[] {
  return patterns.map((pattern) => ({ pattern, rule, guard, beside: undefined }));
}

/** Any change counts. */
export function unreadFormat(rule: FloorRule, ...patterns: string[]): GuardedPlace[] {
  return partOfFile(rule, wholeText, ...patterns);
}
