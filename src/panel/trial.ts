import * as z from 'zod';
import type { Outcome, RuleReference, Stage } from '../engine/model/decision';

export const TRIED_SECTIONS = ['deny', 'ask', 'allow'] as const;
export type TriedSection = (typeof TRIED_SECTIONS)[number];

/** A call that the user tries, and a rule beside it. Nothing of it runs. */
export const trialFocusSchema = z.strictObject({
  /** A command line, or a tool call as JSON. */
  text: z.string().max(1_000_000),
  /** Empty: none. */
  rule: z.string().max(10_000),
  section: z.enum(TRIED_SECTIONS),
  /** Another number for each change, so that an answer is known to belong to what is typed. */
  revision: z.int().min(0),
});
export type TrialFocus = z.infer<typeof trialFocusSchema>;

/** What becomes of a tried call. */
export interface TriedVerdict {
  /** `ask`: the user is asked; `judge`: the classifier is asked. */
  readonly outcome: Outcome | 'ask' | 'judge';
  readonly stage: Stage;
  readonly reason?: string | undefined;
  readonly rule?: RuleReference | undefined;
  /** The offending part of the input. */
  readonly fragment?: string | undefined;
  readonly remedy?: string | undefined;
  /** What comes after the user's yes. */
  readonly afterYes?: TriedVerdict | undefined;
}

export interface TrialResult {
  readonly tool: string;
  readonly agent?: string | undefined;
  readonly folder?: string | undefined;
  /** It begins like JSON and is none, so that it was read as a command line. */
  readonly brokenJson: boolean;
  readonly verdict: TriedVerdict;
  /** For a command line: what was understood of it, in lines. */
  readonly explanation?: string | undefined;
  /** For the rule beside it. */
  readonly withRule?: TriedVerdict | undefined;
  /** Whether that rule changes anything about this call, also only after the user's yes. */
  readonly ruleChanges?: boolean | undefined;
  /** What is wrong with that rule. */
  readonly ruleProblem?: string | undefined;
}

export interface TrialSlice {
  readonly revision: number;
  readonly state: 'empty' | 'deciding' | 'decided' | 'failed';
  readonly result?: TrialResult | undefined;
  /** Why it failed. */
  readonly problem?: string | undefined;
}

export const trialActionSchema = z.discriminatedUnion('kind', [
  /** Shows what the classifier would be sent about the call. */
  z.strictObject({ kind: z.literal('showRequest') }),
]);
export type TrialAction = z.infer<typeof trialActionSchema>;
