import * as z from 'zod';
import type { Stage } from '../engine/model/decision';

export const INSIGHT_DAYS = [14, 30] as const;
const MAX_AGENT = 128;

export const insightsFocusSchema = z.strictObject({
  days: z.literal(INSIGHT_DAYS),
  /** Its id; empty: calls that name no agent. Undefined: all. */
  agent: z.string().max(MAX_AGENT).optional(),
});
export type InsightsFocus = z.infer<typeof insightsFocusSchema>;

/** Of calls that auto mode decided. */
export interface InsightFigures {
  readonly calls: number;
  readonly byStage: Readonly<Partial<Record<Stage, number>>>;
  /** No model was asked. */
  readonly withoutModel: number;
  /** A model answered; what that took in milliseconds, all together. */
  readonly judged: number;
  readonly judgeMs: number;
  /** Estimated, in US dollars; missing where no call had a known price. */
  readonly costUsd?: number | undefined;
  readonly unpriced: number;
  /** Without the unjudged. */
  readonly blocked: number;
  /** Blocks whose call ran later: the user let it once, or a rule allows it. */
  readonly releasedOnce: number;
  readonly releasedByRule: number;
  /** Blocked since the classifier did not answer. */
  readonly unjudged: number;
}

export interface InsightDay extends InsightFigures {
  /** Local, YYYY-MM-DD. */
  readonly day: string;
}

export interface InsightAgent extends InsightFigures {
  readonly id: string;
  /** Undefined: the calls name none. */
  readonly name?: string | undefined;
}

export interface InsightLine {
  readonly key: string;
  /** Visible, perhaps cut. */
  readonly text: string;
  readonly judged: number;
  readonly asked: number;
  /** Undefined while it is worked out. */
  readonly settling?: InsightSettling | undefined;
}

export type InsightSettling =
  | {
      readonly kind: 'rule';
      /** Of exactly these rules at this place. */
      readonly key: string;
      readonly rules: readonly string[];
      readonly scope: string;
      /** Calls of the log that it would have settled. */
      readonly covered: number;
      /** For the trial: a command line, or a call as JSON. */
      readonly call: string;
    }
  | { readonly kind: 'none'; readonly why: string };

export interface InsightsSlice {
  readonly focus: InsightsFocus;
  /** The log is read for the first time. */
  readonly reading: boolean;
  /** Oldest first; every day up to today. */
  readonly days: readonly InsightDay[];
  readonly total: InsightFigures;
  /** Those with the most calls, of all agents. */
  readonly agents: readonly InsightAgent[];
  /** The most frequent first. */
  readonly lines: readonly InsightLine[];
  /** The rule that was added from here last, until it is undone. */
  readonly added?: string | undefined;
}

const key = z.string().min(1).max(128);

export const insightsActionSchema = z.discriminatedUnion('kind', [
  /** Asks first. */
  z.strictObject({ kind: z.literal('addRule'), line: key, key }),
  z.strictObject({ kind: z.literal('undoRule') }),
]);
export type InsightsAction = z.infer<typeof insightsActionSchema>;
