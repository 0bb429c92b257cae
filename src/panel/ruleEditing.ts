import * as z from 'zod';

/** The editable lists: settings below `autoMode`, in display order. */
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

/** Longest editable text; a longer one is shown in part, and edited in the settings. */
export const MAX_RULE_TEXT = 10_000;
const MAX_LIST = 1_000_000;

const section = z.enum(RULE_SECTIONS);
/** `user`, `workspace`, or `folder:` and the path of an open folder. */
const place = z.string().min(1).max(5_000);
const rule = z.string().max(MAX_RULE_TEXT);
const message = z.string().max(2_000);
const index = z.int().min(0).max(MAX_LIST);

/** The list that the user edits, and the current input. */
export const ruleEditingFocusSchema = z.strictObject({
  section,
  place,
  /** How many entries are shown, if the user wants more. */
  count: z.int().min(1).max(10_000).optional(),
  draft: z
    .strictObject({
      /** New for every change, to recognize answers to an earlier text. */
      id: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      /** The edited entry; undefined: a new one. */
      index: index.optional(),
      rule,
      message,
    })
    .optional(),
});
export type RuleEditingFocus = z.infer<typeof ruleEditingFocusSchema>;

/** The list as it was shown: nothing is written if it has changed since. */
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
  /** To another list, or to the same list in another place. */
  z.strictObject({ kind: z.literal('transfer'), ...list, index, toSection: section, toPlace: place }),
  z.strictObject({ kind: z.literal('addDefaults'), ...list }),
  /** Drops a folder's own list, so the user's list applies again. */
  z.strictObject({ kind: z.literal('discard'), ...list }),
  z.strictObject({ kind: z.literal('undo'), request: list.request }),
  z.strictObject({ kind: z.literal('openSettings'), section, place }),
]);
export type RuleEditingAction = z.infer<typeof ruleEditingActionSchema>;

export interface RulePlace {
  readonly id: string;
  readonly label: string;
}

export interface RuleRow {
  readonly index: number;
  /** Stays the same while the list changes around the entry. */
  readonly key: string;
  /** `defaults`: the built-in entries. `unreadable`: not usable as written. */
  readonly kind: 'entry' | 'defaults' | 'unreadable';
  /** Visible; whole if editable here. */
  readonly text: string;
  readonly message?: string | undefined;
  /** Why it cannot be edited here. */
  readonly notEditable?: string | undefined;
  readonly problem?: string | undefined;
  /** Says that it changes nothing beside other entries. */
  readonly overlap?: string | undefined;
}

/** Entries that also apply but are not edited in this place. */
export interface OtherRules {
  /** A heading: where they come from. */
  readonly label: string;
  readonly entries: readonly string[];
  readonly total: number;
}

/** What past calls say about a draft. */
export interface RuleMatches {
  /** How many of the last calls it matches, or why that is unknown. */
  readonly sentence: string;
  readonly examples: readonly string[];
  /** What it would have changed, each with the first calls concerned. */
  readonly effects: readonly { readonly sentence: string; readonly examples: readonly string[] }[];
}

export interface DraftAnswer {
  readonly id: number;
  /** Why it cannot be saved and what to do. */
  readonly problem?: string | undefined;
  readonly notes: readonly string[];
  /** Undefined: not known yet, or nothing to count. */
  readonly matches?: RuleMatches | undefined;
  readonly counting: boolean;
}

export interface RuleEditingSlice {
  readonly section: RuleSection;
  readonly place: string;
  /** The requested place; another one is shown if it is gone. */
  readonly wantedPlace: string;
  readonly places: readonly RulePlace[];
  /** Entries of each list in this place. */
  readonly counts: Readonly<Partial<Record<RuleSection, number>>>;
  /** Of the list as shown. */
  readonly version: string;
  readonly rows: readonly RuleRow[];
  /** Of all entries, shown or not. */
  readonly total: number;
  /** Why nothing can be changed here. */
  readonly readOnly?: string | undefined;
  /** What applies instead of this list, or what it begins with. */
  readonly notes: readonly string[];
  /** What `$defaults` means; undefined: nothing in this list. */
  readonly builtIn?: readonly string[] | undefined;
  /** The list lacks them, and they can be added. */
  readonly lacksBuiltIn: boolean;
  /** The folder has its own list in place of the user's. */
  readonly canDiscard: boolean;
  readonly others: readonly OtherRules[];
  readonly destinations: readonly { readonly section: RuleSection; readonly place: string; readonly label: string }[];
  /** What `Undo` would take back. */
  readonly undo?: string | undefined;
  readonly outcome?: { readonly request: number; readonly done: boolean; readonly text: string } | undefined;
  readonly draft?: DraftAnswer | undefined;
}
