import * as z from 'zod';
import type { Outcome, Stage } from '../engine/model/decision';

/** A call left to the agent is not recorded. */
const OUTCOMES = ['allow', 'block'] as const satisfies readonly Outcome[];

export const activityFocusSchema = z.strictObject({
  first: z.int().min(0).max(1_000_000),
  count: z.int().min(1).max(200),
  /** The first row: later decisions are only counted. */
  newest: z.int().optional(),
  outcome: z.enum(OUTCOMES).optional(),
  agent: z.string().max(100).optional(),
  /** Plain text, case-insensitive, anywhere in a row. */
  search: z.string().max(200).optional(),
});
export type ActivityFocus = z.infer<typeof activityFocusSchema>;

export interface ActivityRow {
  /** Rises with each decision. */
  readonly number: number;
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly outcome: Outcome;
  /** Blocked only because the classifier could not judge. */
  readonly unjudged?: true;
  readonly stage: Stage;
  readonly tool: string;
  readonly summary: string;
  readonly durationMs: number;
  readonly agent?: string;
}

/** Newest first. */
export interface ActivitySlice {
  readonly kept: number;
  readonly total: number;
  readonly newer: number;
  readonly first: number;
  readonly rows: readonly ActivityRow[];
  /** Not all if very many. */
  readonly agents: readonly string[];
}

export const activityActionSchema = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('clear') })]);
export type ActivityAction = z.infer<typeof activityActionSchema>;
