/** Words of a decision's record. Imports nothing: the panel's types use them. */
export const CLOSURE_KINDS = [
  'script',
  'sourced',
  'piped',
  'module',
  'package-script',
  'make-target',
  'git-hook',
  'task',
  'configuration',
  'executable',
] as const;
export type ClosureKind = (typeof CLOSURE_KINDS)[number];

export const CLOSURE_PROBLEMS = [
  'missing',
  'too-large',
  'not-a-file',
  'unreadable',
  'binary',
  'cycle',
  'too-deep',
  'too-many',
  'out-of-time',
  'dynamic',
] as const;
export type ClosureProblem = (typeof CLOSURE_PROBLEMS)[number];
