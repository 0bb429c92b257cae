import * as z from 'zod';

/** The panel shows the questions that wait for the user. */
export const questionsFocusSchema = z.strictObject({});
export type QuestionsFocus = z.infer<typeof questionsFocusSchema>;

export const QUESTION_CHOICES = ['decline', 'decline-with-words', 'approve', 'exempt', 'ignore-entry'] as const;
export type QuestionChoice = (typeof QUESTION_CHOICES)[number];

/** A question as the dialog words it. Every text is visible and ready to be shown. */
export interface WaitingQuestion {
  readonly id: string;
  readonly title: string;
  /** The lines of the action, or of its start. */
  readonly action: readonly string[];
  /** Set where the action is too long to be shown here. */
  readonly partly?:
    | {
        /** How long the action is. */
        readonly note: string;
        readonly leftOut: string;
        readonly end: readonly string[];
        /** Whether the whole of it was opened in an editor; before that nobody can say yes to it. */
        readonly opened: boolean;
      }
    | undefined;
  /** Folder, agent, the rule that asks and the like, one line each. */
  readonly facts: readonly string[];
  /** What the agent says about the action. */
  readonly said?: string | undefined;
  /** What the answers do. */
  readonly explanations: readonly string[];
  readonly choices: readonly { readonly choice: QuestionChoice; readonly label: string }[];
  /** How many runs the answer covers. */
  readonly runs: number;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  /** When whoever asks stops waiting, so that the call is blocked: ISO 8601, UTC. */
  readonly answerBy?: string | undefined;
}

export interface QuestionsSlice {
  /** In the order in which they are put. */
  readonly waiting: readonly WaitingQuestion[];
  /** Whether a dialog is open as well, which keeps the mouse from the panel. */
  readonly inDialog: boolean;
  /** Questions that ended without an answer and are not dismissed yet, the latest last. */
  readonly expired: readonly { readonly id: string; readonly text: string }[];
  /** Whether a new question makes a sound. */
  readonly sound: boolean;
}

const id = z.string().min(1).max(128);

export const questionsActionSchema = z.discriminatedUnion('kind', [
  /** `runs`: as many as the user saw that the answer covers. */
  z.strictObject({ kind: z.literal('answer'), id, choice: z.enum(QUESTION_CHOICES), runs: z.int().min(1).max(1000) }),
  z.strictObject({ kind: z.literal('openWhole'), id }),
  /** Questions that ended: this one, and those before it. */
  z.strictObject({ kind: z.literal('dismiss'), id }),
]);
export type QuestionsAction = z.infer<typeof questionsActionSchema>;
