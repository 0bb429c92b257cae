import type { RuleSource } from './ruleSource';

/** One entry of `autoMode.permissions.*`, not yet parsed. */
export interface PermissionEntry {
  /** A malformed entry must be seen, not dropped. */
  readonly text: string;
  readonly source: RuleSource;
  /** For the agent when the rule blocks. */
  readonly message?: string;
}
