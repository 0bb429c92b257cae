/** What our MCP server (src/mcp) and a window send each other. */
import * as z from 'zod';
import { payloadFolder, payloadName, payloadObject } from '../../agents/hooks/hookPayload';
import { OUTCOMES, ruleReferenceSchema, STAGES } from '../../engine/model/decision';

/** The answer to a call; see `mcpDialect`. Without a stage nothing was decided. */
export const checkAnswerSchema = z.strictObject({
  outcome: z.enum(OUTCOMES),
  stage: z.enum(STAGES).optional(),
  reason: z.string(),
  remedy: z.string().optional(),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;

/** Followed by the kind of advice. */
export const ADVICE_DOOR = '/v1/advice/';

/** Explanations are in no history: nobody may try wordings of a call until one passes. */
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
  /** As the panel shows it. */
  mode: z.string(),
  paused: z.boolean(),
  agents: z.array(z.strictObject({ id: z.string(), name: z.string(), state: z.string() })),
});
export type StatusAnswer = z.infer<typeof statusAnswerSchema>;
