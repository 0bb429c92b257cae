import { wholeText, type SettingsGuard } from './guardedSettings';

/** One check of the hard floor. */
export interface FloorRule {
  /** Stable: the log, the panel and tests name it. */
  readonly check: string;
  /** Kind of file and why it matters; follows "The call would change". */
  readonly what: string;
  readonly remedy: string;
}

export interface GuardedPlace {
  /** Notation of `PlaceIndex`. */
  readonly pattern: string;
  readonly rule: FloorRule;
  /** Undefined: any change of the file. */
  readonly guard: SettingsGuard | undefined;
  /** Must be in a folder of this name above: an ordinary project is not the place. */
  readonly beside: { readonly folder: string; readonly name: string } | undefined;
}

export function wholeFile(rule: FloorRule, ...patterns: string[]): GuardedPlace[] {
  return patterns.map((pattern) => ({ pattern, rule, guard: undefined, beside: undefined }));
}

export function partOfFile(rule: FloorRule, guard: SettingsGuard, ...patterns: string[]): GuardedPlace[] {
  return patterns.map((pattern) => ({ pattern, rule, guard, beside: undefined }));
}

/** For formats not read by key: any change counts. */
export function unreadFormat(rule: FloorRule, ...patterns: string[]): GuardedPlace[] {
  return partOfFile(rule, wholeText, ...patterns);
}
