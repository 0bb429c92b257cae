import * as z from 'zod';
import type { Outcome, Runs, Stage } from '../engine/model/decision';
import type { RuleOffer } from './ruleOffer';

const decisionId = z.string().min(1).max(128);
const textName = z.string().min(1).max(64);

/** Longer texts open in an editor. */
export const MAX_PAGES = 10;

export const storyFocusSchema = z.strictObject({
  id: decisionId,
  /** Texts with more than one page. */
  more: z
    .array(z.strictObject({ text: textName, pages: z.int().min(1).max(MAX_PAGES) }))
    .max(100)
    .optional(),
  /** Rules that would allow the call are wanted. */
  adding: z.boolean().optional(),
});
export type StoryFocus = z.infer<typeof storyFocusSchema>;

/** `gap`: omitted characters. */
export interface StoryPiece {
  readonly kind: 'plain' | 'mark' | 'gap';
  readonly text: string;
}

export interface ShownText {
  readonly name: string;
  readonly pieces: readonly StoryPiece[];
  /** Pages to request next. Missing: all is here, or the rest is for an editor. */
  readonly nextPages?: number | undefined;
  readonly cut: boolean;
}

/** In the checks' order. */
export interface StoryStep {
  readonly check: string;
  readonly said: string;
  /** `answered`: it asked, and the decision went on. */
  readonly kind: 'passed' | 'answered' | 'decided' | 'unreached';
}

export interface StoryCommand {
  readonly outcome: 'allowed' | 'blocked' | 'asks' | 'judged';
  readonly pieces: readonly StoryPiece[];
  /** Programs around it: `sudo`, `xargs`. */
  readonly depth: number;
  readonly where: string;
  readonly verdict: string;
  /** The block is about it. */
  readonly offends?: true;
}

export interface StoryRunFile {
  /** Below the call's folder: relative. */
  readonly path: string;
  readonly what: string;
  readonly writer: Runs['files'][number]['writer'];
  readonly writtenBy: string;
  readonly problem?: string | undefined;
  readonly depth: number;
  /** Agents' changes in this session can be shown. */
  readonly change?: true;
}

export interface StoryRuns {
  readonly summary: string;
  /** A tree in order: each comes before those that it runs, which are one deeper. */
  readonly files: readonly StoryRunFile[];
  readonly more?: string | undefined;
  readonly unresolved: readonly string[];
}

export interface StoryBlock {
  /** `open-first`: once the whole action was opened. */
  readonly release: 'offered' | 'open-first' | 'none';
  /** Why not, or until when. */
  readonly releaseNote?: string | undefined;
  readonly offer?: RuleOffer | undefined;
  readonly added?: string | undefined;
  /** The rule that was taken back just now. */
  readonly removed?: string | undefined;
}

/** Visible texts, except `Text`. */
export interface Story<Text> {
  readonly outcome: Outcome;
  readonly stage: Stage;
  /** The classifier could not answer. */
  readonly unjudged?: true;
  readonly headline: string;
  /** Tool, agent, folder and time. */
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
        /** The same check would decide. */
        readonly agrees?: true;
        readonly unknown: readonly string[];
        readonly commands: readonly StoryCommand[];
        readonly more?: string | undefined;
      }
    | undefined;
  /** As decided. */
  readonly runs?: StoryRuns | undefined;
  readonly input: {
    readonly notes: readonly string[];
    readonly fields: readonly { readonly label: string; readonly text: Text }[];
    /** Nothing left out. */
    readonly whole: boolean;
  };
  /** Where the input has no mark. */
  readonly fragment?: { readonly text: string; readonly note: string } | undefined;
  readonly judge?:
    | {
        readonly notes: readonly string[];
        readonly blocks: readonly { readonly heading: string; readonly text: Text }[];
        readonly canPreview: boolean;
      }
    | undefined;
  /** Something is kept for an undo. */
  readonly canUndo?: true;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

/** `gone`: in neither window nor log. */
export type StorySlice =
  | { readonly id: string; readonly state: 'reading' | 'gone' }
  | {
      readonly id: string;
      readonly state: 'shown';
      readonly story: Story<ShownText>;
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
