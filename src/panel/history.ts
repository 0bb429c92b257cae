import * as z from 'zod';
import type { Stage } from '../engine/model/decision';
import type { PanelDenial } from './panelDenial';

const id = z.string().min(1).max(128);

/** What the user looks for among the blocks; empty fields look for nothing. */
export const historyFilterSchema = z.strictObject({
  search: z.string().max(200),
  agent: z.string().max(256),
  stage: z.string().max(64),
  unjudged: z.boolean(),
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

export const historyFocusSchema = z.strictObject({
  filter: historyFilterSchema,
  /** How many of the latest that match are shown. */
  count: z.int().min(1).max(500),
  /** Those that are unfolded. */
  open: z.array(id).max(20),
  /** The one for which rules are proposed. */
  adding: id.optional(),
});
export type HistoryFocus = z.infer<typeof historyFocusSchema>;

/** What a rule would have changed about past calls. */
export interface RulePreview {
  /** A sentence: how many of the past calls it would have changed. */
  readonly summary: string;
  /** The first of them: what is known of each, with how it ends before and after, and its text. */
  readonly examples: readonly { readonly facts: string; readonly text: string }[];
}

export interface ShownProposal {
  /** Of exactly these rules at exactly this place. */
  readonly key: string;
  readonly rules: readonly string[];
  readonly scope: string;
  /** What it will allow. */
  readonly sentence: string;
  /** Missing until it is worked out: before, the rules cannot be added. */
  readonly preview?: RulePreview | undefined;
}

/** `why` is set where no rule is offered. */
export interface RuleOffer {
  readonly working: boolean;
  readonly why?: string | undefined;
  readonly proposals: readonly ShownProposal[];
}

/** All about an unfolded entry. */
export interface HistoryDetail {
  /** The whole action, or its beginning. */
  readonly action: string;
  /** False: `action` is cut; it opens whole in an editor. */
  readonly whole: boolean;
  readonly cwd?: string | undefined;
  /** `open-first`: only once the whole action was opened. */
  readonly release: 'offered' | 'open-first' | 'none';
  /** Why it cannot be released, or until when it is. */
  readonly releaseNote?: string | undefined;
  readonly offer?: RuleOffer | undefined;
}

export interface HistoryRow extends PanelDenial {
  readonly detail?: HistoryDetail | undefined;
}

export interface HistorySlice {
  readonly focus: HistoryFocus;
  readonly rows: readonly HistoryRow[];
  /** Of those that were read, how many match. */
  readonly total: number;
  readonly loading: boolean;
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly stages: readonly Stage[];
  /** What was added last and can be taken back. */
  readonly added?: string | undefined;
}

export const historyActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('allowOnce'), id }),
  z.strictObject({ kind: z.literal('openAction'), id }),
  z.strictObject({ kind: z.literal('copy'), id }),
  z.strictObject({ kind: z.literal('addRule'), id, key: z.string().min(1).max(128) }),
  z.strictObject({ kind: z.literal('showChanged'), id, key: z.string().min(1).max(128) }),
  z.strictObject({ kind: z.literal('undoRule') }),
  z.strictObject({ kind: z.literal('export'), filter: historyFilterSchema }),
]);
export type HistoryAction = z.infer<typeof historyActionSchema>;
