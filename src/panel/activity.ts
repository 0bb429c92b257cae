import * as z from 'zod';
import type { Outcome, Stage } from '../engine/model/decision';

/** Who allowed a call, or that it was blocked. */
const ACTIVITY_PARTS = ['code', 'rules', 'contained', 'judge', 'you', 'agent', 'blocked'] as const;
export type ActivityPart = (typeof ACTIVITY_PARTS)[number];

const decisionId = z.string().min(1).max(128);
export const MAX_UNFOLDED = 20;

export const activityFocusSchema = z.strictObject({
  first: z.int().min(0).max(1_000_000),
  count: z.int().min(1).max(200),
  /** The newest one shown; later ones are only counted. */
  newest: z.int().optional(),
  part: z.enum(ACTIVITY_PARTS).optional(),
  agent: z.string().max(100).optional(),
  /** Plain text anywhere in a row; ignores case. */
  search: z.string().max(200).optional(),
  /** `fold.id` of equal calls that are shown one by one. */
  unfolded: z.array(decisionId).max(MAX_UNFOLDED).optional(),
});
export type ActivityFocus = z.infer<typeof activityFocusSchema>;

export interface ActivityRow {
  /** Its key in the list. */
  readonly number: number;
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly outcome: Outcome;
  /** The classifier could not judge. */
  readonly unjudged?: true;
  readonly stage: Stage;
  readonly tool: string;
  /** `summary` is a command line, so needs no tool's name. */
  readonly isCommand?: true;
  readonly summary: string;
  /** The part of `summary` that it is about, if there just once. */
  readonly mark?: readonly [start: number, end: number];
  readonly durationMs: number;
  readonly agent?: string;
  /** Among the rows; the newest is 1. */
  readonly place: number;
  /** It belongs to the heading above it. */
  readonly headed?: true;
  /** Equal calls in a row with one outcome. */
  readonly fold?: { readonly id: string; readonly count: number; readonly open: boolean };
}

export interface ActivityHeading {
  readonly number: number;
  readonly heading: string;
}
export type ActivityLine = ActivityRow | ActivityHeading;

/** Newest first. */
export interface ActivitySlice {
  readonly kept: number;
  readonly found: number;
  /** Found, and later than `focus.newest`. */
  readonly newer: number;
  /** Rows and headings, of equal height. */
  readonly total: number;
  readonly rows: number;
  /** Place of the first of `lines`. */
  readonly first: number;
  readonly lines: readonly ActivityLine[];
  readonly newest: number;
  /** As in the focus that this answers. */
  readonly upTo?: number | undefined;
  /** Only some of very many. */
  readonly agents: readonly string[];
  /** Of the local day; a part without calls is missing. */
  readonly today: Readonly<Partial<Record<ActivityPart, number>>>;
}

export const activityActionSchema = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('clear') })]);
export type ActivityAction = z.infer<typeof activityActionSchema>;
