/** Beside agents' own tool names. */
export const RULE_KINDS = [
  'bash',
  'powershell',
  'read',
  'write',
  'edit',
  'delete',
  'fetch',
  'search',
  'agent',
  'mcp',
] as const;

export type RuleKind = (typeof RULE_KINDS)[number];
