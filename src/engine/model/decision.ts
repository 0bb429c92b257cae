import { RULE_SOURCES } from '../../rules/ruleSource';
import * as z from 'zod';

/** The checks that can decide a call, in the order in which they run. A closed set: the log, the panel and the tests name these. */
export const STAGES = [
  'invalid-request',
  'disabled',
  'cancelled',
  'permissions.deny',
  'permissions.ask',
  'hard-deny',
  'safe-tool',
  'workspace-edit',
  'read-only-command',
  'permissions.allow',
  'allow-once',
  'cache',
  'classifier',
  'user',
] as const;
export type Stage = (typeof STAGES)[number];

/** `defer`: auto mode is off here, so the agent's own permission flow applies. */
export const OUTCOMES = ['allow', 'block', 'defer'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The classifier's word for which kind of policy rule its verdict rests on. */
export const TIERS = ['hard_deny', 'soft_deny', 'allow', 'explicit_intent', 'none'] as const;
export type Tier = (typeof TIERS)[number];

/** Why the classifier could not judge. Never mixed up with a policy denial. */
export const OUTAGE_KINDS = [
  'no-model',
  'model-changed',
  'no-key',
  'no-consent',
  'authentication',
  'access-blocked',
  'quota',
  'rate-limit',
  'provider-error',
  'network',
  'timeout',
  'invalid-answer',
  'too-large',
] as const;
export type OutageKind = (typeof OUTAGE_KINDS)[number];

export const ruleReferenceSchema = z.strictObject({
  /** The rule as its author wrote it; for the hard floor, the name of the check. */
  text: z.string(),
  source: z.enum([...RULE_SOURCES, 'hard-floor', 'classifier']),
});
export type RuleReference = z.infer<typeof ruleReferenceSchema>;

export const classifierUsageSchema = z.strictObject({
  provider: z.string(),
  model: z.string(),
  /** The last stage that was asked; the figures are those of all stages together. */
  stage: z.enum(['first-look', 'judgement']).optional(),
  latencyMs: z.number(),
  /** Without those that were read from a cache or put into one. */
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** Estimated, in US dollars; missing where the price is not known, or the tokens are not. */
  costUsd: z.number().optional(),
});
export type ClassifierUsage = z.infer<typeof classifierUsageSchema>;

/**
 * What came of a step on the way: the user's answers; `exempted`: they did not want to be asked this again; the classifier's answers; whether a model can be asked at all; `released`: the user's
 * release of this call went on to the classifier as their word; `cancelled`: no answer came.
 */
export const TRACE_ANSWERS = [
  'approved',
  'ignore-entry',
  'exempt',
  'exempted',
  'declined',
  'closed',
  'expired',
  'too-many-waiting',
  'allow',
  'block',
  'outage',
  'usable',
  'not-usable',
  'released',
  'cancelled',
] as const;
export type TraceAnswer = (typeof TRACE_ANSWERS)[number];

/** More than a decision can take: what it may ask, and how often, is bounded. */
export const MAX_TRACE_STEPS = 32;

export const traceStepSchema = z.strictObject({
  stage: z.enum(STAGES),
  said: z.enum(TRACE_ANSWERS),
  /** How long the answer was waited for. */
  ms: z.int().min(0).optional(),
});
export type TraceStep = z.infer<typeof traceStepSchema>;

/**
 * One decision: a value that explains itself. The UI, the log, the agents' replies and the tests all read this same value.
 * `reason` is a sentence for people and for the agent; `remedy` says what would clear a block.
 */
export const decisionSchema = z.strictObject({
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  durationMs: z.number(),
  outcome: z.enum(OUTCOMES),
  stage: z.enum(STAGES),
  tier: z.enum(TIERS).optional(),
  rule: ruleReferenceSchema.optional(),
  reason: z.string(),
  /** The offending part of the input, verbatim. */
  fragment: z.string().optional(),
  remedy: z.string().optional(),
  outage: z.enum(OUTAGE_KINDS).optional(),
  classifier: classifierUsageSchema.optional(),
  tool: z.string(),
  /** What the call would do, shortened for display; never used for matching. */
  summary: z.string(),
  cwd: z.string().optional(),
  agent: z.string().optional(),
  sessionId: z.string().optional(),
  callId: z.string().optional(),
  subAgent: z.string().optional(),
  /** The agent's own permission mode at the call. */
  mode: z.string().optional(),
  /**
   * Who was waited for on the way, in order, and what they said. A stage of the order before the deciding one that is not named had no
   * opinion. Missing in records of earlier versions.
   */
  trace: z.array(traceStepSchema).max(MAX_TRACE_STEPS).readonly().optional(),
});
export type Decision = z.infer<typeof decisionSchema>;
