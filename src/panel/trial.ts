import * as z from 'zod';
import type { Outcome, RuleReference, Stage } from '../engine/model/decision';

export const TRIED_SECTIONS = ['deny', 'ask', 'allow'] as const;
export type TriedSection = (typeof TRIED_SECTIONS)[number];

/** Nothing runs. */
export const trialFocusSchema = z.strictObject({
  /** A command line, or a tool call as JSON. */
  text: z.string().max(1_000_000),
  rule: z.string().max(10_000),
  section: z.enum(TRIED_SECTIONS),
  /** Connects answers and text. */
  revision: z.int().min(0),
});
export type TrialFocus = z.infer<typeof trialFocusSchema>;

export interface TriedVerdict {
  /** `ask`: the user; `judge`: the classifier. */
  readonly outcome: Outcome | 'ask' | 'judge';
  readonly stage: Stage;
  readonly reason?: string | undefined;
  readonly rule?: RuleReference | undefined;
  readonly fragment?: string | undefined;
  readonly remedy?: string | undefined;
  /** After the user's yes. */
  readonly afterYes?: TriedVerdict | undefined;
}

export interface TrialResult {
  readonly tool: string;
  readonly agent?: string | undefined;
  readonly folder?: string | undefined;
  readonly brokenJson: boolean;
  readonly verdict: TriedVerdict;
  readonly explanation?: string | undefined;
  readonly withRule?: TriedVerdict | undefined;
  /** Also after the user's yes. */
  readonly ruleChanges?: boolean | undefined;
  readonly ruleProblem?: string | undefined;
}

export interface TrialSlice {
  readonly revision: number;
  readonly state: 'empty' | 'deciding' | 'decided' | 'failed';
  readonly result?: TrialResult | undefined;
  readonly problem?: string | undefined;
}

export const trialActionSchema = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('showRequest') })]);
export type TrialAction = z.infer<typeof trialActionSchema>;
