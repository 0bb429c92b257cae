import { wholeText, type SettingsGuard } from './guardedSettings';

/** One check of the hard floor. */
export interface FloorRule {
  /** Short and stable: the log, the panel and tests name it. */
  readonly check: string;
  /** What kind of file it is and why it matters; follows "The call would change". */
  readonly what: string;
  readonly remedy: string;
}

export interface GuardedPlace {
  /** Notation of `PlaceIndex`. */
  readonly pattern: string;
  readonly rule: FloorRule;
  /** Undefined: any change of the file. */
  readonly guard: SettingsGuard | undefined;
  /**
   * A name that must be in a folder of this name above the file, so that an ordinary project is not mistaken for the
   * place.
   */
  readonly beside: { readonly folder: string; readonly name: string } | undefined;
}

export function wholeFile(rule: FloorRule, ...patterns: string[]): GuardedPlace[] {
  return patterns.map((pattern) => ({ pattern, rule, guard: undefined, beside: undefined }));
}

export function partOfFile(rule: FloorRule, guard: SettingsGuard, ...patterns: string[]): GuardedPlace[] {
  return patterns.map((pattern) => ({ pattern, rule, guard, beside: undefined }));
}

/** For formats that are not read key by key: anything but the same text counts as a change. */
export function unreadFormat(rule: FloorRule, ...patterns: string[]): GuardedPlace[] {
  return partOfFile(rule, wholeText, ...patterns);
}
