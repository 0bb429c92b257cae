import * as z from 'zod';
import type { Stage } from '../engine/model/decision';
import type { PanelDenial } from './panelDenial';

const id = z.string().min(1).max(128);

/** Empty fields match all blocks. */
export const historyFilterSchema = z.strictObject({
  search: z.string().max(200),
  agent: z.string().max(256),
  stage: z.string().max(64),
  unjudged: z.boolean(),
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

export const historyFocusSchema = z.strictObject({
  filter: historyFilterSchema,
  count: z.int().min(1).max(500),
  open: z.array(id).max(20),
  adding: id.optional(),
});
export type HistoryFocus = z.infer<typeof historyFocusSchema>;

export interface RulePreview {
  readonly summary: string;
  /** `facts` includes the outcome before and after. */
  readonly examples: readonly { readonly facts: string; readonly text: string }[];
}

export interface ShownProposal {
  readonly key: string;
  readonly rules: readonly string[];
  readonly scope: string;
  readonly sentence: string;
  /** Missing until computed; the rules cannot be added before. */
  readonly preview?: RulePreview | undefined;
}

/** `why` is set where no rule is offered. */
export interface RuleOffer {
  readonly working: boolean;
  readonly why?: string | undefined;
  readonly proposals: readonly ShownProposal[];
}

export interface HistoryDetail {
  readonly action: string;
  /** False: `action` is cut and opens whole in an editor. */
  readonly whole: boolean;
  readonly cwd?: string | undefined;
  /** `open-first`: only after the whole action was opened. */
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
  readonly total: number;
  readonly loading: boolean;
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly stages: readonly Stage[];
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
