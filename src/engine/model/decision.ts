import { CLOSURE_KINDS, CLOSURE_PROBLEMS } from '../../closure/closureKinds';
import { RULE_SOURCES } from '../../rules/ruleSource';
import * as z from 'zod';

/** In their order; closed. docs/decisions.md is made from the comments. */
export const STAGES = [
  /** A request that cannot be read or does not fit its tool: block, and the field is named. */
  'invalid-request',
  /** Auto mode is off here: `defer`, and the agent's own permission flow applies. */
  'disabled',
  /** The agent withdrew the call: block. */
  'cancelled',
  /** The deny rules of all sources: block. */
  'permissions.deny',
  /** The ask rules of all sources: a question. Yes leads **on** to the later checks. No, or nobody to ask: block. */
  'permissions.ask',
  /** The hard floor: block. No rule, approval or model lifts it. */
  'hard-deny',
  /** A tool of a recognised agent that only reads or coordinates: allow. */
  'safe-tool',
  /** A change of an ordinary file inside the workspace: allow. */
  'workspace-edit',
  /** A shell command that is proven to only read, with the shell scripts that it runs: allow. */
  'read-only-command',
  /** A shell command whose every effect the check `workspace-edit` would allow, and that otherwise only reads: allow. */
  'workspace-write',
  /** A local act of git that runs no code and changes no protected path: allow. */
  'local-git',
  /** The allow rules: allow. */
  'permissions.allow',
  /** The command removes or discards files of the workspace, and all of them are kept first for Undo: allow. */
  'kept-removal',
  /** The command runs the project's own code: the agent gets it back so that it runs inside a sandbox. Allow. */
  'contained',
  /** The user released exactly this call less than ten minutes ago: allow. */
  'allow-once',
  /** The classifier allowed the same call in the same context before: allow. Shell commands only with the same content of all that they run. */
  'cache',
  /** The agent runs in an auto mode of its own, whose judge decides what is left: `defer`. Its refusals are shown as blocks of this check. */
  'agent-judge',
  /** A model judges with the policy rules: allow or block. Every failure blocks. */
  'classifier',
  /** The user answers: where settings turn an outage or a soft block into a question, or while auto mode is paused. */
  'user',
] as const;
export type Stage = (typeof STAGES)[number];

/** `defer`: the agent's own permission flow applies. */
export const OUTCOMES = ['allow', 'block', 'defer'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The kind of policy rule, by the classifier's word. */
export const TIERS = ['hard_deny', 'soft_deny', 'allow', 'explicit_intent', 'none'] as const;
export type Tier = (typeof TIERS)[number];

/** Never a policy denial. */
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
  /** As written; for the hard floor, the check's name. */
  text: z.string(),
  source: z.enum([...RULE_SOURCES, 'hard-floor', 'classifier']),
});
export type RuleReference = z.infer<typeof ruleReferenceSchema>;

export const classifierUsageSchema = z.strictObject({
  provider: z.string(),
  model: z.string(),
  /** The last one asked; the figures are sums. */
  stage: z.enum(['first-look', 'judgement']).optional(),
  latencyMs: z.number(),
  /** Without cached ones. */
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** Estimated US dollars; missing if price or tokens are unknown. */
  costUsd: z.number().optional(),
});
export type ClassifierUsage = z.infer<typeof classifierUsageSchema>;

/**
 * The user's or classifier's answer; whether a model can be asked; `exempted`: not asked again; `released`: left to the
 * classifier; `cancelled`: none; `ready`, `not-possible`: a contained run.
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
  'ready',
  'not-possible',
  'kept',
  'not-kept',
] as const;
export type TraceAnswer = (typeof TRACE_ANSWERS)[number];

/** Above what a decision can ask. */
export const MAX_TRACE_STEPS = 32;

export const traceStepSchema = z.strictObject({
  stage: z.enum(STAGES),
  said: z.enum(TRACE_ANSWERS),
  ms: z.int().min(0).optional(),
});
export type TraceStep = z.infer<typeof traceStepSchema>;

export const runsSchema = z.strictObject({
  /** As far as the tables know the programs, nothing else decides what runs. */
  complete: z.boolean(),
  /** A tree in order: each file comes before those that it runs, which are one deeper. */
  files: z
    .array(
      z.strictObject({
        kind: z.enum(CLOSURE_KINDS),
        path: z.string(),
        /** The script, target, hook or task in it. */
        name: z.string().optional(),
        sha256: z.string().optional(),
        line: z.int().optional(),
        problem: z.enum(CLOSURE_PROBLEMS).optional(),
        writer: z.enum(['agent', 'agent-changed', 'committed', 'unknown']),
        depth: z.int(),
      }),
    )
    .readonly(),
  /** Unknown parts, as sentences without a full stop. */
  unresolved: z.array(z.string()).readonly(),
});
export type Runs = z.infer<typeof runsSchema>;

/** Explains itself. The table in docs/api.md is made from the comments. */
export const decisionSchema = z.strictObject({
  /** The decision's own id; the log and the other commands name it. */
  id: z.string(),
  /** When, as ISO 8601 in UTC. */
  at: z.string(),
  /** How long the decision took, questions to the user included. */
  durationMs: z.number(),
  /** `allow`, `block`, or `defer`: left to the agent, because auto mode is off here or the agent has a judge of its own. */
  outcome: z.enum(OUTCOMES),
  /** The check that decided. */
  stage: z.enum(STAGES),
  /** The classifier's word for the kind of policy rule: `hard_deny`, `soft_deny`, `allow`, `explicit_intent` or `none`. */
  tier: z.enum(TIERS).optional(),
  /** The rule that decided, `{text, source}`. */
  rule: ruleReferenceSchema.optional(),
  /** Why, as a sentence for people and for the agent. */
  reason: z.string(),
  /** The offending part of the input, verbatim. */
  fragment: z.string().optional(),
  /** What would clear a block. */
  remedy: z.string().optional(),
  /** The command that the agent runs instead: the original one in a sandbox. */
  rewritten: z.string().optional(),
  /** Why the classifier could not judge, where it could not. */
  outage: z.enum(OUTAGE_KINDS).optional(),
  /** What the classifier took: provider, model, time, tokens and estimated cost. */
  classifier: classifierUsageSchema.optional(),
  /** Which files' contents a shell command runs, as a tree. Missing where it runs none. */
  runs: runsSchema.optional(),
  /** The tool, as the request names it. */
  tool: z.string(),
  /** What the call would do, shortened for display; never used for matching. */
  summary: z.string(),
  /** The folder of the call. */
  cwd: z.string().optional(),
  /** The agent. */
  agent: z.string().optional(),
  /** Its session. */
  sessionId: z.string().optional(),
  /** The call. */
  callId: z.string().optional(),
  /** The sub-agent. */
  subAgent: z.string().optional(),
  /** The agent's own permission mode at the call. */
  mode: z.string().optional(),
  /** Who was waited for on the way, in order, and what they said. Missing in records of earlier versions. */
  trace: z.array(traceStepSchema).max(MAX_TRACE_STEPS).readonly().optional(),
});
export type Decision = z.infer<typeof decisionSchema>;
