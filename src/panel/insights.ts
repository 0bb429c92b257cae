import * as z from 'zod';
import type { Stage } from '../engine/model/decision';

export const INSIGHT_DAYS = [14, 30] as const;
const MAX_AGENT = 128;

export const insightsFocusSchema = z.strictObject({
  days: z.literal(INSIGHT_DAYS),
  /** Empty: calls without an agent's name. Undefined: all. */
  agent: z.string().max(MAX_AGENT).optional(),
});
export type InsightsFocus = z.infer<typeof insightsFocusSchema>;

export interface InsightFigures {
  readonly calls: number;
  readonly byStage: Readonly<Partial<Record<Stage, number>>>;
  readonly withoutModel: number;
  /** A model answered, after these milliseconds in all. */
  readonly judged: number;
  readonly judgeMs: number;
  /** Estimated US dollars; missing if no price was known. */
  readonly costUsd?: number | undefined;
  readonly unpriced: number;
  /** Without the unjudged. */
  readonly blocked: number;
  /** Blocks whose call ran later: released once, or by a rule. */
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
  /** Undefined: unnamed. */
  readonly name?: string | undefined;
}

export interface InsightLine {
  readonly key: string;
  /** Visible, perhaps cut. */
  readonly text: string;
  readonly judged: number;
  readonly asked: number;
  /** Undefined: pending. */
  readonly settling?: InsightSettling | undefined;
}

export type InsightSettling =
  | {
      readonly kind: 'rule';
      /** These rules at this place. */
      readonly key: string;
      readonly rules: readonly string[];
      readonly scope: string;
      /** Logged calls that it would settle. */
      readonly covered: number;
      /** A command line, or a call as JSON. */
      readonly call: string;
    }
  | { readonly kind: 'none'; readonly why: string };

export interface InsightsSlice {
  readonly focus: InsightsFocus;
  /** The log is read for the first time. */
  readonly reading: boolean;
  /** Oldest first; all days up to today. */
  readonly days: readonly InsightDay[];
  readonly total: InsightFigures;
  /** Those with the most calls. */
  readonly agents: readonly InsightAgent[];
  readonly lines: readonly InsightLine[];
  /** The rule added last from here, until it is undone. */
  readonly added?: string | undefined;
}

const key = z.string().min(1).max(128);

export const insightsActionSchema = z.discriminatedUnion('kind', [
  /** Asks first. */
  z.strictObject({ kind: z.literal('addRule'), line: key, key }),
  z.strictObject({ kind: z.literal('undoRule') }),
]);
export type InsightsAction = z.infer<typeof insightsActionSchema>;
