import * as z from 'zod';

/** The lists that can be edited: keys of settings below `autoMode`, in the order in which they are shown. */
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

/** Longest text that is edited here; one that is longer is shown in part, and edited in the settings. */
export const MAX_RULE_TEXT = 10_000;
const MAX_LIST = 1_000_000;

const section = z.enum(RULE_SECTIONS);
/** `user`, `workspace`, or `folder:` and the path of an open folder. */
const place = z.string().min(1).max(5_000);
const rule = z.string().max(MAX_RULE_TEXT);
const message = z.string().max(2_000);
const index = z.int().min(0).max(MAX_LIST);

/** Which list the user edits, and what stands in the input fields just now. */
export const ruleEditingFocusSchema = z.strictObject({
  section,
  place,
  /** How many entries are shown, where the user wants to see more of them. */
  count: z.int().min(1).max(10_000).optional(),
  draft: z
    .strictObject({
      /** Another one for every change, so that an answer to an earlier text is known for one. */
      id: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      /** The entry that is edited; undefined: a new one. */
      index: index.optional(),
      rule,
      message,
    })
    .optional(),
});
export type RuleEditingFocus = z.infer<typeof ruleEditingFocusSchema>;

/** The list that a click is about, as it was shown: where it has changed meanwhile nothing is written. */
const list = {
  /** The click's own number, by which the answer to it is known. */
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
  /** A folder's own list goes, so that the user's list holds there again. */
  z.strictObject({ kind: z.literal('discard'), ...list }),
  z.strictObject({ kind: z.literal('undo'), request: list.request }),
  z.strictObject({ kind: z.literal('openSettings'), section, place }),
]);
export type RuleEditingAction = z.infer<typeof ruleEditingActionSchema>;

export interface RulePlace {
  readonly id: string;
  readonly label: string;
}

/** An entry of the list that is edited. */
export interface RuleRow {
  readonly index: number;
  /** Stays the same while the list changes around the entry. */
  readonly key: string;
  /** `defaults`: stands for the built-in entries. `unreadable`: cannot be used as it stands. */
  readonly kind: 'entry' | 'defaults' | 'unreadable';
  /** Visible; the whole text where it can be edited here. */
  readonly text: string;
  readonly message?: string | undefined;
  /** Why it cannot be edited here. */
  readonly notEditable?: string | undefined;
  /** What is wrong with it. */
  readonly problem?: string | undefined;
  /** That it changes nothing beside other entries. */
  readonly overlap?: string | undefined;
}

/** Entries that hold as well and are not edited in this place. */
export interface OtherRules {
  /** A heading: where they come from. */
  readonly label: string;
  readonly entries: readonly string[];
  /** How many there are. */
  readonly total: number;
}

/** What past calls say about a draft. */
export interface RuleMatches {
  /** A sentence: how many of the last calls it matches, or why that cannot be told. */
  readonly sentence: string;
  readonly examples: readonly string[];
  /** What it would have changed, each a sentence with the first calls concerned. */
  readonly effects: readonly { readonly sentence: string; readonly examples: readonly string[] }[];
}

export interface DraftAnswer {
  readonly id: number;
  /** Why it cannot be saved and what to do. */
  readonly problem?: string | undefined;
  /** What is to know about it. */
  readonly notes: readonly string[];
  /** Undefined: not known yet, or there is nothing to count. */
  readonly matches?: RuleMatches | undefined;
  readonly counting: boolean;
}

export interface RuleEditingSlice {
  readonly section: RuleSection;
  readonly place: string;
  /** The place that was looked for; another one is shown where that is gone. */
  readonly wantedPlace: string;
  readonly places: readonly RulePlace[];
  /** How many entries each list has in this place. */
  readonly counts: Readonly<Partial<Record<RuleSection, number>>>;
  /** Of the list as it is shown. */
  readonly version: string;
  readonly rows: readonly RuleRow[];
  /** Of all entries, shown or not. */
  readonly total: number;
  /** Why nothing can be changed here. */
  readonly readOnly?: string | undefined;
  /** Sentences on what holds in place of this list, or what it begins with. */
  readonly notes: readonly string[];
  /** What `$defaults` stands for; undefined: nothing in this list. */
  readonly builtIn?: readonly string[] | undefined;
  /** The list does not have them, and they can be added. */
  readonly lacksBuiltIn: boolean;
  /** The folder has a list of its own in place of the user's. */
  readonly canDiscard: boolean;
  readonly others: readonly OtherRules[];
  /** Other lists in this place, and other places for this list, that an entry can go to. */
  readonly destinations: readonly { readonly section: RuleSection; readonly place: string; readonly label: string }[];
  /** What `Undo` would take back. */
  readonly undo?: string | undefined;
  /** How the last click ended. */
  readonly outcome?: { readonly request: number; readonly done: boolean; readonly text: string } | undefined;
  readonly draft?: DraftAnswer | undefined;
}
