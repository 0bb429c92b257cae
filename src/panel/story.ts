import * as z from 'zod';
import type { Outcome } from '../engine/model/decision';

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

export interface StoryStep {
  readonly check: string;
  readonly said: string;
  readonly kind: 'passed' | 'answered' | 'decided';
}

export interface StoryCommand {
  readonly command: string;
  readonly where: string;
  readonly verdict: string;
}

/** Its texts are visible, except `Text`. */
export interface Story<Text> {
  readonly outcome: Outcome;
  /** Blocked because the classifier could not answer. */
  readonly unjudged?: true;
  readonly headline: string;
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
        readonly unknown: readonly string[];
        readonly commands: readonly StoryCommand[];
        readonly more?: string | undefined;
      }
    | undefined;
  readonly input: {
    readonly notes: readonly string[];
    readonly fields: readonly { readonly label: string; readonly text: Text }[];
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
  | { readonly id: string; readonly state: 'shown'; readonly story: Story<ShownText> };

export const storyActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('copy'), id: decisionId }),
  z.strictObject({ kind: z.literal('openSetting'), id: decisionId, place: z.int().min(0).max(20) }),
  z.strictObject({ kind: z.literal('openText'), id: decisionId, text: textName }),
  z.strictObject({ kind: z.literal('preview'), id: decisionId }),
]);
export type StoryAction = z.infer<typeof storyActionSchema>;
