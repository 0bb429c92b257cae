import { DEFAULTS_MARKER } from '../../config/schema';
import type { RuleEditingAction, RuleEditingSlice, RuleSection } from '../../panel/ruleEditing';
import { Listeners } from '../../common/listeners';
import type { Turns } from '../../common/turns';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import type { EditableRules } from './editableRules';
import { hasBuiltIn, readDraft, readEntry, writtenEntry } from './ruleDraft';
import { ListChangedError, type Place, type RuleList, type RuleLists } from './ruleLists';
import { mayBeAt, isInPlace } from './rulePlaces';

export type RuleEdit = Exclude<RuleEditingAction, { readonly kind: 'undo' | 'openSettings' }>;

export interface Addition {
  readonly section: RuleSection;
  readonly place: Place;
  readonly entries: readonly string[];
}

interface UndoStep {
  readonly section: RuleSection;
  readonly place: Place;
  /** Undefined: nothing. */
  readonly before: readonly unknown[] | undefined;
  readonly after: string;
  /** Only additions: removable even if the list changed since. */
  readonly added?: readonly string[];
}

export interface UndoableEdit {
  readonly label: string;
  readonly steps: readonly UndoStep[];
}

export interface UndoWrite {
  readonly section: RuleSection;
  readonly place: Place;
  readonly seen: string;
  readonly value: readonly unknown[] | undefined;
}

export interface RuleWriterParts {
  readonly lists: RuleLists;
  readonly rules: Pick<EditableRules, 'places'>;
  readonly inTurn: Turns;
}

const MAX_SHOWN = 120;
const MAX_EDITS = 50;

/** One at a time; none overwrites what it has not seen; all can be undone, latest first. */
export class RuleWriter {
  readonly #listeners = new Listeners();
  #edits: readonly UndoableEdit[] = [];
  #outcome: RuleEditingSlice['outcome'];

  constructor(private readonly parts: RuleWriterParts) {}

  /** Also after failures and undos. */
  readonly onDidChange = this.#listeners.subscribe;

  /** Would be undone next. */
  get lastEdit(): UndoableEdit | undefined {
    return this.#edits.at(-1);
  }

  get outcome(): RuleEditingSlice['outcome'] {
    return this.#outcome;
  }

  /** Never rejects: `outcome` says how it ended. */
  click(action: Exclude<RuleEditingAction, { readonly kind: 'openSettings' }>): Promise<void> {
    const { request } = action;
    return this.#turn(async () => {
      try {
        const text = action.kind === 'undo' ? await this.#undoLatest() : await this.#apply(action);
        this.#outcome = { request, done: true, text };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        this.#outcome = { request, done: false, text: shortLine(why === '' ? t('Nothing was written.') : why, 500) };
      }
    });
  }

  /**
   * @returns a sentence: what was done
   * @throws Error with a sentence for the user: nothing was
   */
  change(edit: RuleEdit): Promise<string> {
    return this.#turn(() => this.#apply(edit));
  }

  /**
   * One edit that adds all.
   * @throws Error with a sentence for the user at the first list that cannot be written; earlier ones are
   */
  append(additions: readonly Addition[]): Promise<UndoableEdit> {
    return this.#turn(async () => {
      const steps: UndoStep[] = [];
      const texts = additions.flatMap(({ entries }) => entries).join(', ');
      const edit = { label: t('Added: {text}', { text: shortLine(texts, MAX_SHOWN) }), steps };
      try {
        for (const { section, place, entries } of additions) {
          const list = this.parts.lists.read(section, place);
          const step = await this.#write(section, place, list.version, [...list.entries, ...entries]);
          steps.push({ ...step, added: entries });
        }
      } finally {
        if (steps.length > 0) this.#note(edit);
      }
      return edit;
    });
  }

  /** In order; empty if lists changed elsewhere. */
  undoWrites(edit: UndoableEdit): readonly UndoWrite[] {
    const writes: UndoWrite[] = [];
    for (const { section, place, before, after, added } of edit.steps.toReversed()) {
      const list = this.parts.lists.read(section, place);
      if (list.version === after) writes.push({ section, place, seen: after, value: before });
      else if (added === undefined) return [];
      else {
        const value = without(list, added);
        if (value !== undefined) writes.push({ section, place, seen: list.version, value });
      }
    }
    return writes;
  }

  /**
   * This edit if it is the latest, whole or not at all. If it cannot be undone it is forgotten, so that earlier ones
   * can.
   * @param agreed the only writes to make, if the user was asked
   * @returns a sentence: what was undone
   * @throws ListChangedError if another edit is the latest, or a list changed elsewhere
   */
  undo(edit: UndoableEdit, agreed?: readonly UndoWrite[]): Promise<string> {
    return this.#turn(async () => {
      if (edit !== this.lastEdit) {
        throw new ListChangedError(t('Another change was made or undone meanwhile, so nothing was undone. Try again.'));
      }
      return this.#undo(edit, agreed);
    });
  }

  #turn<T>(work: () => Promise<T>): Promise<T> {
    return this.parts.inTurn(async () => {
      try {
        return await work();
      } finally {
        this.#listeners.fire();
      }
    });
  }

  async #undo(edit: UndoableEdit, agreed?: readonly UndoWrite[]): Promise<string> {
    const { label } = edit;
    const writes = this.undoWrites(edit);
    if (writes.length === 0 || (agreed !== undefined && JSON.stringify(agreed) !== JSON.stringify(writes))) {
      this.#edits = this.#edits.slice(0, -1);
      throw new ListChangedError(
        t('The list was changed elsewhere since then, so this was not undone: {what}', { what: label }),
      );
    }
    for (const { section, place, seen, value } of writes) await this.parts.lists.write(section, place, seen, value);
    this.#edits = this.#edits.slice(0, -1);
    return t('Undone: {what}', { what: label });
  }

  async #undoLatest(): Promise<string> {
    const edit = this.lastEdit;
    return edit === undefined ? t('There is nothing to undo.') : this.#undo(edit);
  }

  async #apply(edit: RuleEdit): Promise<string> {
    const { lists } = this.parts;
    const { section } = edit;
    const place = this.#place(edit.place, section);
    const list = lists.read(section, place);
    const { entries, version } = list;
    switch (edit.kind) {
      case 'add': {
        const entry = entryOf(section, edit, undefined);
        return this.#change(edit, place, [...entries, entry], t('Added: {text}', { text: shown(section, entry) }));
      }
      case 'edit': {
        const former = entryAt(entries, edit.index);
        if (readEntry(section, former).kind === 'defaults') {
          throw new Error(t('The built-in entries cannot be edited. They can be removed.'));
        }
        const entry = entryOf(section, edit, former);
        const changed = entries.map((other, index) => (index === edit.index ? entry : other));
        return this.#change(edit, place, changed, t('Saved: {text}', { text: shown(section, entry) }));
      }
      case 'remove': {
        const text = shown(section, entryAt(entries, edit.index));
        return this.#change(edit, place, entries.toSpliced(edit.index, 1), t('Removed: {text}', { text }));
      }
      case 'reorder': {
        const entry = entryAt(entries, edit.index);
        const to = Math.min(edit.to, entries.length - 1);
        const said = t('Moved to place {place} of {count}.', { place: to + 1, count: entries.length });
        return this.#change(edit, place, entries.toSpliced(edit.index, 1).toSpliced(to, 0, entry), said);
      }
      case 'addDefaults': {
        if (!hasBuiltIn(section)) throw new Error(t('This list has no built-in entries.'));
        if (entries.some((entry) => readEntry(section, entry).kind === 'defaults')) {
          return t('The built-in entries are in this list.');
        }
        return this.#change(edit, place, [DEFAULTS_MARKER, ...entries], t('The built-in entries hold again.'));
      }
      case 'discard':
        // Elsewhere nothing would be left.
        if (!isInPlace(section, place, list)) throw new Error(t('Only the own list of a folder can be removed.'));
        return this.#change(edit, place, undefined, t('The list at this place was removed. The others apply.'));
      case 'transfer': {
        const entry = entryAt(entries, edit.index);
        const toPlace = this.#place(edit.toPlace, edit.toSection);
        if (edit.toSection === section && edit.toPlace === edit.place) {
          throw new Error(t('The entry is in this list already.'));
        }
        // The target list was not shown: adds to what it holds.
        if (edit.seen !== version) throw changedElsewhere();
        return this.#transfer(edit, { place, toPlace, entry, entries, version });
      }
    }
  }

  async #change(
    { section, seen }: RuleEdit,
    place: Place,
    value: readonly unknown[] | undefined,
    label: string,
  ): Promise<string> {
    this.#note({ label, steps: [await this.#write(section, place, seen, value)] });
    return label;
  }

  async #transfer(
    edit: Extract<RuleEdit, { readonly kind: 'transfer' }>,
    from: {
      readonly place: Place;
      readonly toPlace: Place;
      readonly entry: unknown;
      readonly entries: readonly unknown[];
      readonly version: string;
    },
  ): Promise<string> {
    const { lists } = this.parts;
    const { section, toSection } = edit;
    const read = readEntry(section, from.entry);
    if (read.kind !== 'entry') throw new Error(t('Only an entry of your own can be moved to another list.'));
    const draft = readDraft(toSection, { rule: read.rule, message: read.message ?? '' });
    if (!draft.ok) throw new Error(draft.problem);
    const target = lists.read(toSection, from.toPlace);
    const label = t('Moved: {text}', { text: shown(section, from.entry) });
    const steps: UndoStep[] = [];
    try {
      // Briefly in both lists, never in neither.
      steps.push(await this.#write(toSection, from.toPlace, target.version, [...target.entries, writtenEntry(draft)]));
      const now = lists.read(section, from.place);
      if (now.version !== from.version) throw changedElsewhere();
      steps.push(await this.#write(section, from.place, from.version, from.entries.toSpliced(edit.index, 1)));
    } finally {
      if (steps.length > 0) this.#note({ label, steps });
    }
    return label;
  }

  async #write(
    section: RuleSection,
    place: Place,
    seen: string,
    value: readonly unknown[] | undefined,
  ): Promise<UndoStep> {
    const { lists } = this.parts;
    const { raw } = lists.read(section, place);
    const after = await lists.write(section, place, seen, value);
    return { section, place, before: Array.isArray(raw) ? (raw as unknown[]) : undefined, after };
  }

  #note(edit: UndoableEdit): void {
    this.#edits = [...this.#edits, edit].slice(-MAX_EDITS);
  }

  #place(id: string, section: RuleSection): Place {
    const found = this.parts.rules.places().find((candidate) => candidate.id === id)?.place;
    if (found === undefined || !mayBeAt(section, found)) {
      throw new Error(t('This list cannot be there any more. Choose another place.'));
    }
    return found;
  }
}

/** Each removed once; undefined: none is there. */
function without({ raw }: RuleList, added: readonly string[]): readonly unknown[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const left = [...(raw as readonly unknown[])];
  for (const rule of added) {
    const at = left.lastIndexOf(rule);
    if (at !== -1) left.splice(at, 1);
  }
  return left.length === raw.length ? undefined : left;
}

function entryOf(
  section: RuleSection,
  typed: { readonly rule: string; readonly message: string },
  former: unknown,
): unknown {
  const draft = readDraft(section, typed);
  if (!draft.ok) throw new Error(draft.problem);
  return writtenEntry(draft, former);
}

function entryAt(entries: readonly unknown[], index: number): unknown {
  if (index >= entries.length) throw changedElsewhere();
  return entries[index];
}

function changedElsewhere(): ListChangedError {
  return new ListChangedError(
    t('This list was changed elsewhere meanwhile, so nothing was written. Look at it and try again.'),
  );
}

function shown(section: RuleSection, raw: unknown): string {
  const entry = readEntry(section, raw);
  switch (entry.kind) {
    case 'defaults':
      return DEFAULTS_MARKER;
    case 'unreadable':
      return shortLine(entry.text, MAX_SHOWN);
    case 'entry':
      return shortLine(entry.rule, MAX_SHOWN);
  }
}
