import * as z from 'zod';

export const questionsFocusSchema = z.strictObject({});
export type QuestionsFocus = z.infer<typeof questionsFocusSchema>;

export const QUESTION_CHOICES = ['decline', 'decline-with-words', 'approve', 'exempt', 'ignore-entry'] as const;
export type QuestionChoice = (typeof QUESTION_CHOICES)[number];

/** Opens what helps to decide. */
export const QUESTION_ACTS = ['show-runs', 'open-rule'] as const;
export type QuestionAct = (typeof QUESTION_ACTS)[number];

export interface WaitingQuestion {
  readonly id: string;
  readonly title: string;
  /** The action or its start. */
  readonly action: readonly string[];
  /** The action is too long to show whole. */
  readonly partly?:
    | {
        readonly note: string;
        readonly leftOut: string;
        readonly end: readonly string[];
        /** In an editor; before, nobody can say yes. */
        readonly opened: boolean;
      }
    | undefined;
  readonly facts: readonly string[];
  /** The agent's words about it. */
  readonly said?: string | undefined;
  readonly explanations: readonly string[];
  /** `more`: behind a button. */
  readonly choices: readonly { readonly choice: QuestionChoice; readonly label: string; readonly more: boolean }[];
  readonly acts: readonly { readonly act: QuestionAct; readonly label: string }[];
  readonly runs: number;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  /** ISO 8601, UTC: the asker stops waiting, which blocks. */
  readonly answerBy?: string | undefined;
}

export interface QuestionsSlice {
  readonly waiting: readonly WaitingQuestion[];
  /** Unanswered and not dismissed, latest last. */
  readonly expired: readonly { readonly id: string; readonly text: string }[];
  readonly sound: boolean;
}

const id = z.string().min(1).max(128);

export const questionsActionSchema = z.discriminatedUnion('kind', [
  /** `runs`: as the user saw it. */
  z.strictObject({ kind: z.literal('answer'), id, choice: z.enum(QUESTION_CHOICES), runs: z.int().min(1).max(1000) }),
  z.strictObject({ kind: z.literal('openWhole'), id }),
  z.strictObject({ kind: z.literal('act'), id, act: z.enum(QUESTION_ACTS) }),
  /** This question and those before it. */
  z.strictObject({ kind: z.literal('dismiss'), id }),
]);
export type QuestionsAction = z.infer<typeof questionsActionSchema>;
