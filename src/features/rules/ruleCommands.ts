import { t } from '@vscode/l10n';
import * as z from 'zod';
import { DEFAULTS_MARKER } from '../../config/schema';
import { HOLDING_BACK } from '../../config/sources';
import { MAX_RULE_TEXT, RULE_SECTIONS, type RuleSection } from '../../panel/ruleEditing';
import {
  agreedToChange,
  entryLines,
  entryText,
  withMessage,
  type ChangedList,
  type RuleQuestionParts,
} from './changeQuestion';
import type { EditableRules, CurrentRules } from './editableRules';
import { hasBuiltIn, readDraft, readEntry } from './ruleDraft';
import { placeId, relatedSections } from './rulePlaces';
import type { RuleEdit, RuleWriter } from './ruleWriter';

export interface RuleCommandsParts extends RuleQuestionParts {
  readonly rules: Pick<EditableRules, 'current' | 'folderLists'>;
  readonly writer: Pick<RuleWriter, 'change' | 'lastEdit' | 'undo' | 'undoWrites'>;
}

const section = z.enum(RULE_SECTIONS);
const place = z.string().min(1).max(5_000);
const where = { section, place: place.default('user') };
const text = z.string().max(MAX_RULE_TEXT);
const written = { rule: text, message: z.string().max(2_000).optional() };
const changeSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), ...where, ...written }),
  z.strictObject({ action: z.literal('edit'), ...where, entry: text, ...written }),
  z.strictObject({ action: z.literal('remove'), ...where, entry: text }),
  z.strictObject({ action: z.literal('move'), ...where, entry: text, to: z.int().min(1).max(1_000_000) }),
]);

const moveSchema = z.strictObject({
  ...where,
  entry: text,
  toSection: section.optional(),
  toPlace: place.optional(),
});
const removeSchema = z.strictObject({ section, place });
const undoSchema = z.strictObject({});

type RuleChange = { readonly section: RuleSection; readonly place: string; readonly seen: string } & (
  | { readonly action: 'add'; readonly rule: string; readonly message?: string | undefined }
  | { readonly action: 'edit'; readonly index: number; readonly rule: string; readonly message?: string | undefined }
  | { readonly action: 'remove'; readonly index: number }
  | { readonly action: 'move'; readonly index: number; readonly to: number }
);

export interface RuleChangeAnswer {
  readonly changed: boolean;
  readonly text?: string;
}

const DEFAULTS = Symbol(DEFAULTS_MARKER);

/** Any extension can call these: the user agrees first, unless a deny or ask rule is added. */
export class RuleCommands {
  constructor(private readonly parts: RuleCommandsParts) {}

  /**
   * @param argument see `changeSchema`; `entry` as in the list
   * @throws TypeError for another argument or a missing entry; Error with a sentence for the user if nothing can be
   *   written
   */
  async change(argument: unknown): Promise<RuleChangeAnswer> {
    const parsed = changeSchema.safeParse(argument);
    if (!parsed.success) {
      throw new TypeError(
        'Give {"action": "add", "edit", "remove" or "move", "section": such as "permissions.deny", "place": "user", "workspace" or "folder:" and its path}, with "entry": the rule as it stands there, "rule" and "message": the new one, "to": its new place from 1.',
      );
    }
    const { data } = parsed;
    const { list } = this.#current(data.section, data.place);
    const seen = list.version;
    if (data.action === 'add') return this.#carryOut({ ...data, seen });
    const { entry, ...change } = data;
    return this.#carryOut({ ...change, index: indexOf(data.section, list.entries, entry), seen });
  }

  /**
   * Asks first.
   * @param argument `{section, place?, entry, toSection?, toPlace?}`; `entry` as in the list
   * @throws TypeError for another argument, a missing entry or a forbidden place; Error with a sentence for the user if
   *   nothing can be written
   */
  async move(argument: unknown): Promise<RuleChangeAnswer> {
    const parsed = moveSchema.safeParse(argument);
    if (!parsed.success) {
      throw new TypeError(
        'Give {"section": such as "permissions.deny", "place": "user", "workspace" or "folder:" and its path, "entry": the rule as it stands there, "toSection" and "toPlace": where it goes}.',
      );
    }
    const { section, place, entry, toSection = section, toPlace = place } = parsed.data;
    const from = this.#current(section, place);
    const { entries, version: seen } = from.list;
    const index = indexOf(section, entries, entry);
    if (section === toSection && place === toPlace) throw new TypeError(t('The entry is in this list already.'));
    if (section !== toSection && !relatedSections(section).includes(toSection)) {
      throw new TypeError(`An entry of autoMode.${section} cannot go to autoMode.${toSection}.`);
    }
    const to = this.#current(toSection, toPlace);
    const own = readEntry(section, entries[index]);
    if (own.kind !== 'entry') throw new TypeError(t('Only an entry of your own can be moved to another list.'));
    const draft = readDraft(toSection, { rule: own.rule, message: own.message ?? '' });
    if (!draft.ok) throw new TypeError(draft.problem);
    const agreed = await this.#agreed(t('Move this entry to another list?'), t('Move the Entry'), [
      { section, current: from, lines: [`- ${withMessage(own.rule, own.message)}`] },
      { section: toSection, current: to, lines: [`+ ${withMessage(draft.rule, draft.message)}`] },
    ]);
    if (!agreed) return { changed: false };
    return this.#write({ kind: 'transfer', request: 0, section, place, seen, index, toSection, toPlace });
  }

  /**
   * Asks first.
   * @param argument `{section, place}`
   * @throws TypeError for another argument or a missing list; Error with a sentence for the user if nothing can be
   * written
   */
  async removeList(argument: unknown): Promise<RuleChangeAnswer> {
    const parsed = removeSchema.safeParse(argument);
    if (!parsed.success) {
      throw new TypeError(
        'Give {"section": such as "permissions.allow", "place": "folder:" and the path of an open folder}.',
      );
    }
    const { section, place } = parsed.data;
    const current = this.#current(section, place);
    if (!this.parts.rules.folderLists().some((list) => list.section === section && list.place.id === place)) {
      throw new TypeError(
        `${JSON.stringify(place)} has no list autoMode.${section} of its own that holds in place of another.`,
      );
    }
    const seen = current.list.version;
    const list = changedList(section, current, undefined);
    const notes = [t('Your other settings hold there again.')];
    if (!(await this.#agreed(t("Remove this folder's own list?"), t('Remove the List'), [list], notes))) {
      return { changed: false };
    }
    return this.#write({ kind: 'discard', request: 0, section, place, seen });
  }

  /**
   * The latest change here.
   * @throws TypeError unless `{}`; Error with a sentence for the user if a list changed elsewhere
   */
  async undo(argument: unknown): Promise<RuleChangeAnswer> {
    if (!undoSchema.safeParse(argument).success) throw new TypeError('Give {}.');
    const { writer } = this.parts;
    const edit = writer.lastEdit;
    if (edit === undefined) return { changed: false, text: t('There is nothing to undo.') };
    const writes = writer.undoWrites(edit);
    const lists = writes.map(({ section, place, value }) =>
      changedList(section, this.#current(section, placeId(place)), value),
    );
    const notes = [t('It was: {what}', { what: edit.label })];
    // Then the writer says why.
    if (writes.length > 0 && !(await this.#agreed(t('Undo this change?'), t('Undo It'), lists, notes))) {
      return { changed: false };
    }
    return { changed: true, text: await writer.undo(edit, writes) };
  }

  /** Asks unless it only holds back. @throws Error with a sentence for the user */
  async #carryOut(change: RuleChange): Promise<RuleChangeAnswer> {
    const { section, place, seen } = change;
    const current = this.#current(section, place);
    const list = { request: 0, section, place, seen };
    const entry = newEntry(change, current);
    const onlyHoldsBack =
      change.action === 'add' && HOLDING_BACK.has(section) && (entry === DEFAULTS || entry?.message === '');
    if (!onlyHoldsBack && !(await this.#agreedToOne(change, entry, current))) return { changed: false };
    if (change.action === 'remove') return this.#write({ kind: 'remove', ...list, index: change.index });
    if (change.action === 'move') {
      return this.#write({ kind: 'reorder', ...list, index: change.index, to: change.to - 1 });
    }
    if (entry === DEFAULTS) return this.#write({ kind: 'addDefaults', ...list });
    const { rule, message } = entry ?? { rule: '', message: '' };
    return change.action === 'add'
      ? this.#write({ kind: 'add', ...list, rule, message })
      : this.#write({ kind: 'edit', ...list, index: change.index, rule, message });
  }

  async #write(edit: RuleEdit): Promise<RuleChangeAnswer> {
    return { changed: true, text: await this.parts.writer.change(edit) };
  }

  #agreedToOne(change: RuleChange, entry: NewEntry, current: CurrentRules): Promise<boolean> {
    const list = { section: change.section, current, lines: changeLines(change, entry, current) };
    return this.#agreed(t('Change this list of rules?'), t('Change the List'), [list]);
  }

  #current(section: RuleSection, place: string): CurrentRules {
    const current = this.parts.rules.current(section, place);
    if (current === undefined) {
      throw new TypeError(`autoMode.${section} cannot be changed in ${JSON.stringify(place)}.`);
    }
    if (current.list.readOnly !== undefined) throw new Error(current.list.readOnly);
    return current;
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

type NewEntry = { readonly rule: string; readonly message: string } | typeof DEFAULTS | undefined;

/** @throws TypeError if it cannot be read */
function newEntry(change: RuleChange, { list }: CurrentRules): NewEntry {
  if (change.action !== 'add' && change.action !== 'edit') return undefined;
  const { section, action, rule, message } = change;
  if (action === 'add' && rule.trim() === DEFAULTS_MARKER && hasBuiltIn(section)) return DEFAULTS;
  const draft = readDraft(section, { rule, message: message ?? '' });
  if (!draft.ok) throw new TypeError(draft.problem);
  if (draft.message !== undefined || message !== undefined || action === 'add') {
    return { rule: draft.rule, message: draft.message ?? '' };
  }
  // The edit keeps the old message.
  const former = readEntry(section, list.entries[change.index]);
  return { rule: draft.rule, message: (former.kind === 'entry' ? former.message : undefined) ?? '' };
}

function changeLines(change: RuleChange, entry: NewEntry, { list, builtIn }: CurrentRules): readonly string[] {
  const written = (sign: string, lines: readonly string[]): readonly string[] => lines.map((line) => `${sign} ${line}`);
  const added =
    entry === undefined
      ? []
      : entry === DEFAULTS
        ? [DEFAULTS_MARKER, ...builtIn]
        : [withMessage(entry.rule, entry.message)];
  if (change.action === 'add') return written('+', added);
  const former = entryLines(change.section, list.entries[change.index], builtIn);
  if (change.action === 'move') {
    const count = list.entries.length;
    return [...former, t('To place {place} of {count}.', { place: Math.min(change.to, count), count })];
  }
  return [...written('-', former), ...written('+', added)];
}

/** @throws TypeError if the list lacks the entry */
function indexOf(section: RuleSection, entries: readonly unknown[], entry: string): number {
  const index = entries.findIndex((raw) => entryText(section, raw) === entry.trim());
  if (index === -1) throw new TypeError(`No entry of autoMode.${section} there is ${JSON.stringify(entry)}.`);
  return index;
}

function changedList(section: RuleSection, current: CurrentRules, after: readonly unknown[] | undefined): ChangedList {
  const { list, builtIn } = current;
  const then = after ?? list.beginning;
  const signed = (sign: string, entries: readonly unknown[]): readonly string[] =>
    entries.flatMap((raw) => entryLines(section, raw, builtIn)).map((line) => `${sign} ${line}`);
  const lines = [...signed('-', without(list.entries, then)), ...signed('+', without(then, list.entries))];
  // Another order, or equal to another place's.
  if (lines.length > 0) return { section, current, lines };
  return {
    section,
    current,
    lines: then.flatMap((raw, index) => entryLines(section, raw, []).map((line) => `${index + 1}. ${line}`)),
  };
}

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
