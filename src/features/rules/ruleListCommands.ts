import { t } from '@vscode/l10n';
import * as z from 'zod';
import { MAX_RULE_TEXT, RULE_SECTIONS, type RuleSection } from '../../panel/ruleEditing';
import type { EditableRules, StandingRules } from './editableRules';
import { readDraft, readEntry } from './ruleDraft';
import type { RuleEditTurns } from './ruleEditTurns';
import { placeId, relatedSections } from './rulePlaces';
import type { RuleChangeAnswer } from './ruleCommands';
import {
  agreedToChange,
  entryLines,
  entryText,
  withMessage,
  type ChangedList,
  type RuleQuestionParts,
} from './changeQuestion';

export interface RuleListCommandsParts extends RuleQuestionParts {
  readonly rules: Pick<EditableRules, 'standing' | 'folderLists'>;
  readonly edits: Pick<RuleEditTurns, 'change' | 'lastEdit' | 'undo'>;
}

const section = z.enum(RULE_SECTIONS);
const place = z.string().min(1).max(5_000);
const moveSchema = z.strictObject({
  section,
  place: place.default('user'),
  entry: z.string().max(MAX_RULE_TEXT),
  toSection: section.optional(),
  toPlace: place.optional(),
});
const removeSchema = z.strictObject({ section, place });
const undoSchema = z.strictObject({});

/**
 * What the rule editor does with lists as a whole, by command: moves an entry to another one, removes a folder's own, and undoes. Any
 * extension can call them, so the user is asked about the whole change first.
 */
export class RuleListCommands {
  constructor(private readonly parts: RuleListCommandsParts) {}

  /**
   * Asks, and moves an entry to another list.
   * @param argument `{section, place?, entry, toSection?, toPlace?}`; `entry` is a rule as it stands in the list
   * @throws TypeError where it is none, the list has no such entry, or it cannot go there; Error with a sentence for the user where nothing can be written
   */
  async runMove(argument: unknown): Promise<RuleChangeAnswer> {
    const parsed = moveSchema.safeParse(argument);
    if (!parsed.success) {
      throw new TypeError(
        'Give {"section": such as "permissions.deny", "place": "user", "workspace" or "folder:" and its path, "entry": the rule as it stands there, "toSection" and "toPlace": where it goes}.',
      );
    }
    const { section, place, entry, toSection = section, toPlace = place } = parsed.data;
    const { edits } = this.parts;
    const from = this.#standing(section, place);
    const { entries, version: seen } = from.list;
    const index = entries.findIndex((raw) => entryText(section, raw) === entry.trim());
    if (index === -1) throw new TypeError(`No entry of autoMode.${section} there is ${JSON.stringify(entry)}.`);
    if (section === toSection && place === toPlace) throw new TypeError(t('The entry is in this list already.'));
    if (section !== toSection && !relatedSections(section).includes(toSection)) {
      throw new TypeError(`An entry of autoMode.${section} cannot go to autoMode.${toSection}.`);
    }
    const to = this.#standing(toSection, toPlace);
    const own = readEntry(section, entries[index]);
    if (own.kind !== 'entry') throw new TypeError(t('Only an entry of your own can be moved to another list.'));
    const draft = readDraft(toSection, { rule: own.rule, message: own.message ?? '' });
    if (!draft.ok) throw new TypeError(draft.problem);
    const agreed = await this.#agreed(t('Move this entry to another list?'), t('Move the Entry'), [
      { section, standing: from, lines: [`- ${withMessage(own.rule, own.message)}`] },
      { section: toSection, standing: to, lines: [`+ ${withMessage(draft.rule, draft.message)}`] },
    ]);
    if (!agreed) return { changed: false };
    const edit = { kind: 'transfer', request: 0, section, place, seen, index, toSection, toPlace } as const;
    return { changed: true, text: await edits.change(edit) };
  }

  /**
   * Asks, and removes a folder's own list.
   * @param argument `{section, place}`
   * @throws TypeError where it is none, or that folder has no such list of its own; Error with a sentence for the user where nothing can be written
   */
  async runRemoveList(argument: unknown): Promise<RuleChangeAnswer> {
    const parsed = removeSchema.safeParse(argument);
    if (!parsed.success) {
      throw new TypeError(
        'Give {"section": such as "permissions.allow", "place": "folder:" and the path of an open folder}.',
      );
    }
    const { section, place } = parsed.data;
    const { rules, edits } = this.parts;
    const standing = this.#standing(section, place);
    if (!rules.folderLists().some((list) => list.section === section && list.place.id === place)) {
      throw new TypeError(
        `${JSON.stringify(place)} has no list autoMode.${section} of its own that holds in place of another.`,
      );
    }
    const seen = standing.list.version;
    const list = changedList(section, standing, undefined);
    const notes = [t('Your other settings hold there again.')];
    if (!(await this.#agreed(t("Remove this folder's own list?"), t('Remove the List'), [list], notes))) {
      return { changed: false };
    }
    return { changed: true, text: await edits.change({ kind: 'discard', request: 0, section, place, seen }) };
  }

  /**
   * Asks, and takes the latest change of lists back, whoever made it in this window.
   * @param argument `{}`
   * @throws TypeError for another one; Error with a sentence for the user where a list was changed elsewhere since then
   */
  async runUndo(argument: unknown): Promise<RuleChangeAnswer> {
    if (!undoSchema.safeParse(argument).success) throw new TypeError('Give {}.');
    const { edits } = this.parts;
    const edit = edits.lastEdit;
    if (edit === undefined) return { changed: false, text: t('There is nothing to undo.') };
    const lists = edit.steps.toReversed().map(({ section, place, before }) => {
      return changedList(section, this.#standing(section, placeId(place)), before);
    });
    // One that was changed elsewhere since then is not undone: the user is told, and not asked about something else.
    const isUntouched = edit.steps.every(
      ({ section, place, after }) => this.#standing(section, placeId(place)).list.version === after,
    );
    const notes = [t('It was: {what}', { what: edit.label })];
    if (isUntouched && !(await this.#agreed(t('Undo this change?'), t('Undo It'), lists, notes))) {
      return { changed: false };
    }
    return { changed: true, text: await edits.undo(edit) };
  }

  #standing(section: RuleSection, place: string): StandingRules {
    const standing = this.parts.rules.standing(section, place);
    if (standing === undefined) {
      throw new TypeError(`autoMode.${section} cannot be changed in ${JSON.stringify(place)}.`);
    }
    if (standing.list.readOnly !== undefined) throw new Error(standing.list.readOnly);
    return standing;
  }

  #agreed(
    message: string,
    yes: string,
    lists: readonly ChangedList[],
    notes: readonly string[] = [],
  ): Promise<boolean> {
    return agreedToChange({ message, yes, notes }, lists, this.parts);
  }
}

/**
 * What becomes of a list.
 * @param after what it shall hold; undefined: it goes, and what it would begin with holds
 */
function changedList(
  section: RuleSection,
  standing: StandingRules,
  after: readonly unknown[] | undefined,
): ChangedList {
  const { list, builtIn } = standing;
  const then = after ?? list.beginning;
  const signed = (sign: string, entries: readonly unknown[]): readonly string[] =>
    entries.flatMap((raw) => entryLines(section, raw, builtIn)).map((line) => `${sign} ${line}`);
  const lines = [...signed('-', without(list.entries, then)), ...signed('+', without(then, list.entries))];
  // Another order, or the same that another place holds.
  if (lines.length > 0) return { section, standing, lines };
  return {
    section,
    standing,
    lines: then.flatMap((raw, index) => entryLines(section, raw, []).map((line) => `${index + 1}. ${line}`)),
  };
}

/** The entries that the others do not have, each as often as it is missing there. */
function without(entries: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(JSON.stringify(other), (left.get(JSON.stringify(other)) ?? 0) + 1);
  return entries.filter((entry) => {
    const key = JSON.stringify(entry);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
}
