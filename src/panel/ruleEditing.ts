import * as z from 'zod';
import type { RuleSource } from '../rules/ruleSource';

/** Settings below `autoMode`, as displayed. */
export const RULE_SECTIONS = [
  'permissions.deny',
  'permissions.ask',
  'permissions.allow',
  'rules.hardDeny',
  'rules.softDeny',
  'rules.allow',
  'rules.environment',
  'protectedPaths',
] as const;
export type RuleSection = (typeof RULE_SECTIONS)[number];

/** Longer texts are cut, and edited in the settings. */
export const MAX_RULE_TEXT = 10_000;
const MAX_LIST = 1_000_000;

const section = z.enum(RULE_SECTIONS);
/** `user`, `workspace`, or `folder:` and an open folder's path. */
const place = z.string().min(1).max(5_000);
const rule = z.string().max(MAX_RULE_TEXT);
const message = z.string().max(2_000);
const index = z.int().min(0).max(MAX_LIST);

export const ruleEditingFocusSchema = z.strictObject({
  /** The unfolded groups. */
  open: z.array(section).max(RULE_SECTIONS.length),
  /** Rows of each list. */
  count: z.int().min(1).max(10_000).optional(),
  draft: z
    .strictObject({
      /** New for every change: shows stale answers. */
      id: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      section,
      place,
      /** Undefined: a new entry. */
      index: index.optional(),
      rule,
      message,
    })
    .optional(),
});
export type RuleEditingFocus = z.infer<typeof ruleEditingFocusSchema>;

/** As shown: nothing is written to a list that has changed since. */
const list = {
  /** Matches the answer to the click. */
  request: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  section,
  place,
  seen: z.string().min(1).max(64),
};

export const ruleEditingActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), ...list, rule, message }),
  z.strictObject({ kind: z.literal('edit'), ...list, index, rule, message }),
  z.strictObject({ kind: z.literal('remove'), ...list, index }),
  z.strictObject({ kind: z.literal('reorder'), ...list, index, to: index }),
  z.strictObject({ kind: z.literal('transfer'), ...list, index, toSection: section, toPlace: place }),
  z.strictObject({ kind: z.literal('addDefaults'), ...list }),
  /** A folder's own list goes; the user's applies. */
  z.strictObject({ kind: z.literal('discard'), ...list }),
  z.strictObject({ kind: z.literal('undo'), request: list.request }),
  z.strictObject({ kind: z.literal('openSettings'), section, place }),
]);
export type RuleEditingAction = z.infer<typeof ruleEditingActionSchema>;

export interface RulePlace {
  readonly id: string;
  readonly kind: 'user' | 'workspace' | 'folder';
  readonly label: string;
}

export interface RuleRow {
  readonly index: number;
  /** Constant while the list around it changes. */
  readonly key: string;
  readonly kind: 'entry' | 'defaults' | 'unreadable';
  /** Whole if editable. */
  readonly text: string;
  readonly message?: string | undefined;
  readonly notEditable?: string | undefined;
  readonly problem?: string | undefined;
  /** Without effect beside others. */
  readonly overlap?: string | undefined;
  /** Calls of a week that it decided. Undefined: pending, or not counted. */
  readonly hits?: number | undefined;
}

/** In force, but not editable here. */
export type RuleHome = RuleSource;

export interface OtherRules {
  readonly source: RuleSource;
  readonly label: string;
  readonly entries: readonly { readonly text: string; readonly hits?: number | undefined }[];
  readonly total: number;
}

export interface RuleMatches {
  /** Matches in past calls, or why unknown. */
  readonly sentence: string;
  readonly examples: readonly string[];
  /** Each with the first calls concerned. */
  readonly effects: readonly { readonly sentence: string; readonly examples: readonly string[] }[];
}

export interface DraftAnswer {
  readonly id: number;
  readonly problem?: string | undefined;
  readonly notes: readonly string[];
  /** Undefined: pending, or nothing to count. */
  readonly matches?: RuleMatches | undefined;
  readonly counting: boolean;
}

export interface PlacedRules {
  readonly section: RuleSection;
  readonly place: string;
  readonly version: string;
  /** False: no list yet; a first entry makes it. */
  readonly exists: boolean;
  readonly rows: readonly RuleRow[];
  readonly total: number;
  readonly readOnly?: string | undefined;
  /** What applies instead, or begins it. */
  readonly notes: readonly string[];
  readonly lacksBuiltIn: boolean;
  readonly canDiscard: boolean;
  readonly destinations: readonly { readonly section: RuleSection; readonly place: string; readonly label: string }[];
}

export interface RuleGroup {
  readonly section: RuleSection;
  readonly total: number;
  /** Of each place that may have one. Undefined: folded. */
  readonly lists?: readonly PlacedRules[] | undefined;
  /** Undefined: `$defaults` means nothing. */
  readonly builtIn?: readonly string[] | undefined;
  readonly others: readonly OtherRules[];
}

export interface RuleEditingSlice {
  readonly groups: readonly RuleGroup[];
  readonly places: readonly RulePlace[];
  readonly undo?: string | undefined;
  readonly outcome?: { readonly request: number; readonly done: boolean; readonly text: string } | undefined;
  readonly draft?: DraftAnswer | undefined;
}
