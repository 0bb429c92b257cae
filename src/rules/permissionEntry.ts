import type { RuleSource } from './ruleSource';

/** One entry of `autoMode.permissions.*` as configured, not yet parsed. */
export interface PermissionEntry {
  /** `tool(pattern)` or anything else: a malformed entry must be seen, not dropped. */
  readonly text: string;
  readonly source: RuleSource;
  /** Sent to the agent when the rule blocks. */
  readonly message?: string;
}
