/** Strongest first. */
export const RULE_SOURCES = ['managed', 'environment', 'folder', 'user', 'remote', 'workspace', 'default'] as const;

export type RuleSource = (typeof RULE_SOURCES)[number];
