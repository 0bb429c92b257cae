import * as z from 'zod';
import type { Outcome, Runs, Stage } from '../engine/model/decision';
import type { RuleOffer } from './ruleOffer';

const decisionId = z.string().min(1).max(128);
const textName = z.string().min(1).max(64);

/** A longer text opens in an editor. */
export const MAX_PAGES = 10;

export const storyFocusSchema = z.strictObject({
  id: decisionId,
  /** Long texts that need more than the first page. */
  more: z
    .array(z.strictObject({ text: textName, pages: z.int().min(1).max(MAX_PAGES) }))
    .max(100)
    .optional(),
  /** Rules that would allow the blocked call are wanted. */
  adding: z.boolean().optional(),
});
export type StoryFocus = z.infer<typeof storyFocusSchema>;

/** `gap`: how much is left out there. */
export interface StoryPiece {
  readonly kind: 'plain' | 'mark' | 'gap';
  readonly text: string;
}

export interface ShownText {
  readonly name: string;
  readonly pieces: readonly StoryPiece[];
  /** Pages that can be requested next. Missing: all is here, or the rest is for an editor. */
  readonly nextPages?: number | undefined;
  readonly cut: boolean;
}

/** One for each check, in their order. */
export interface StoryStep {
  readonly check: string;
  readonly said: string;
  /** `answered`: it asked somebody, and the decision went on. */
  readonly kind: 'passed' | 'answered' | 'decided' | 'unreached';
}

/** A command of the line. */
export interface StoryCommand {
  readonly outcome: 'allowed' | 'blocked' | 'asks' | 'judged';
  readonly pieces: readonly StoryPiece[];
  /** How many programs run it, each through the next: `sudo`, `xargs`. */
  readonly depth: number;
  readonly where: string;
  readonly verdict: string;
  /** The block is about it. */
  readonly offends?: true;
}

export interface StoryRunFile {
  /** Below the call's folder: relative to it. */
  readonly path: string;
  readonly what: string;
  readonly writer: Runs['files'][number]['writer'];
  readonly writtenBy: string;
  readonly problem?: string | undefined;
  readonly depth: number;
  /** What agents changed of it in this session can be shown. */
  readonly change?: true;
}

/** Which files' contents the call executes. */
export interface StoryRuns {
  readonly summary: string;
  /** A tree in order: each before those that it runs, which are one deeper. */
  readonly files: readonly StoryRunFile[];
  readonly more?: string | undefined;
  /** What is not known of it. */
  readonly unresolved: readonly string[];
}

/** What can be done about a block. */
export interface StoryBlock {
  /** `open-first`: only after the whole action was opened. */
  readonly release: 'offered' | 'open-first' | 'none';
  /** Why it cannot be released, or until when it is. */
  readonly releaseNote?: string | undefined;
  /** While rules are wanted. */
  readonly offer?: RuleOffer | undefined;
  /** The rule that was added last. */
  readonly added?: string | undefined;
}

/** Its texts are visible, except `Text`. */
export interface Story<Text> {
  readonly outcome: Outcome;
  readonly stage: Stage;
  /** Blocked because the classifier could not answer. */
  readonly unjudged?: true;
  readonly headline: string;
  /** Tool, agent, folder and time in a line. */
  readonly origin: string;
  readonly summary: string;
  readonly reason: string;
  readonly remedy?: string | undefined;
  readonly rule?: { readonly text: string; readonly from: string } | undefined;
  /** Each opens by its index here. */
  readonly settings: readonly { readonly label: string }[];
  readonly steps: { readonly list: readonly StoryStep[]; readonly note?: string | undefined };
  readonly understood?:
    | {
        readonly note: string;
        readonly verdict: string;
        /** The same check would decide it. */
        readonly agrees?: true;
        readonly unknown: readonly string[];
        readonly commands: readonly StoryCommand[];
        readonly more?: string | undefined;
      }
    | undefined;
  /** As it was when the call was decided. */
  readonly runs?: StoryRuns | undefined;
  readonly input: {
    readonly notes: readonly string[];
    readonly fields: readonly { readonly label: string; readonly text: Text }[];
    /** All of it, with nothing left out. */
    readonly whole: boolean;
  };
  /** If the input could not be marked. */
  readonly fragment?: { readonly text: string; readonly note: string } | undefined;
  readonly judge?:
    | {
        readonly notes: readonly string[];
        readonly blocks: readonly { readonly heading: string; readonly text: Text }[];
        readonly canPreview: boolean;
      }
    | undefined;
  /** Something is kept that an undo of it may put back. */
  readonly canUndo?: true;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

/** `gone`: neither window nor log has the decision. */
export type StorySlice =
  | { readonly id: string; readonly state: 'reading' | 'gone' }
  | {
      readonly id: string;
      readonly state: 'shown';
      readonly story: Story<ShownText>;
      /** Of a block, once it is known. */
      readonly block?: StoryBlock | undefined;
    };

const key = z.string().min(1).max(128);

export const storyActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('copy'), id: decisionId }),
  z.strictObject({ kind: z.literal('copyRecord'), id: decisionId }),
  z.strictObject({ kind: z.literal('openSetting'), id: decisionId, place: z.int().min(0).max(20) }),
  z.strictObject({ kind: z.literal('openText'), id: decisionId, text: textName }),
  z.strictObject({ kind: z.literal('preview'), id: decisionId }),
  z.strictObject({ kind: z.literal('openChange'), id: decisionId, place: z.int().min(0).max(10_000) }),
  z.strictObject({ kind: z.literal('allowOnce'), id: decisionId }),
  z.strictObject({ kind: z.literal('openAction'), id: decisionId }),
  z.strictObject({ kind: z.literal('addRule'), id: decisionId, key }),
  z.strictObject({ kind: z.literal('showChanged'), id: decisionId, key }),
  z.strictObject({ kind: z.literal('undoRule'), id: decisionId }),
]);
export type StoryAction = z.infer<typeof storyActionSchema>;
