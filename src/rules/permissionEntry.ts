import type { RuleSource } from './ruleSource';

/** Of `autoMode.permissions.*`, not parsed. */
export interface PermissionEntry {
  /** Malformed ones must be seen. */
  readonly text: string;
  readonly source: RuleSource;
  /** For the agent if blocked. */
  readonly message?: string;
}
