/** Between our MCP server (src/mcp) and a window. */
import * as z from 'zod';
import { payloadFolder, payloadName, payloadObject } from '../../agents/hooks/hookPayload';
import { OUTCOMES, ruleReferenceSchema, STAGES } from '../../engine/model/decision';

/** A call's answer; see `mcpDialect`. Without a stage nothing was decided. */
export const checkAnswerSchema = z.strictObject({
  outcome: z.enum(OUTCOMES),
  stage: z.enum(STAGES).optional(),
  reason: z.string(),
  remedy: z.string().optional(),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;

/** The kind of advice follows. */
export const ADVICE_DOOR = '/v1/advice/';

/** Explanations leave no history: nobody may try wordings until one passes. */
export const MOST_EXPLAINED_A_MINUTE = 20;

export const explainQuestionSchema = z.strictObject({ tool: payloadName, input: payloadObject, cwd: payloadFolder });
export type ExplainQuestion = z.infer<typeof explainQuestionSchema>;

const verdictSchema = z.strictObject({
  /** `ask`: the user; `judge`: the classifier. */
  outcome: z.enum([...OUTCOMES, 'ask', 'judge']),
  stage: z.enum(STAGES),
  reason: z.string().optional(),
  rule: ruleReferenceSchema.optional(),
  remedy: z.string().optional(),
});
export const explainAnswerSchema = verdictSchema.extend({
  /** After the user's yes. */
  afterYes: verdictSchema.optional(),
});
export type ExplainAnswer = z.infer<typeof explainAnswerSchema>;

export const statusQuestionSchema = z.strictObject({ cwd: payloadFolder });
export type StatusQuestion = z.infer<typeof statusQuestionSchema>;

export const statusAnswerSchema = z.strictObject({
  /** False: the agent's own flow decides. */
  enabled: z.boolean(),
  /** As in the panel. */
  mode: z.string(),
  paused: z.boolean(),
  agents: z.array(z.strictObject({ id: z.string(), name: z.string(), state: z.string() })),
});
export type StatusAnswer = z.infer<typeof statusAnswerSchema>;
