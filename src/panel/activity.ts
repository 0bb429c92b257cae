import * as z from 'zod';
import type { Outcome, Stage } from '../engine/model/decision';

/** A call that is left to the agent is none of the gate's decisions and not recorded. */
const OUTCOMES = ['allow', 'block'] as const satisfies readonly Outcome[];

/** Which rows of the list of decisions the panel draws: it holds none but these. */
export const activityFocusSchema = z.strictObject({
  first: z.int().min(0).max(1_000_000),
  count: z.int().min(1).max(200),
  /** The number of the row that is to stay the first: what was decided later is counted, but not in the list. */
  newest: z.int().optional(),
  outcome: z.enum(OUTCOMES).optional(),
  /** As the rows name it. */
  agent: z.string().max(100).optional(),
  /** Plain text, in small or capital letters, somewhere in a row. */
  search: z.string().max(200).optional(),
});
export type ActivityFocus = z.infer<typeof activityFocusSchema>;

/** One decision in the list. */
export interface ActivityRow {
  /** Greater than that of every earlier decision. */
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

/** The rows that were asked for, newest first. */
export interface ActivitySlice {
  /** How many decisions are kept, whatever is looked for. */
  readonly kept: number;
  /** How many of them the focus finds. */
  readonly total: number;
  /** How many it finds besides that are newer than `newest`. */
  readonly newer: number;
  readonly first: number;
  readonly rows: readonly ActivityRow[];
  /** Of the decisions that are kept; not all where there are very many. */
  readonly agents: readonly string[];
}

export const activityActionSchema = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('clear') })]);
export type ActivityAction = z.infer<typeof activityActionSchema>;
