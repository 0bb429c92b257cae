import { DEFAULTS_MARKER } from '../../config/schema';
import type { RuleEditingAction, RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import { hasBuiltIn, readDraft, readEntry, writtenEntry } from './ruleDraft';
import { ListChangedError, type Place, type RuleLists } from './ruleLists';
import { mayStand, standsInPlace, type NamedPlace } from './rulePlaces';
import type { RuleUndo, UndoStep } from './ruleUndo';

/** A click that changes a list. */
export type RuleEdit = Exclude<RuleEditingAction, { readonly kind: 'undo' | 'openSettings' }>;

const MAX_SHOWN = 120;

/** Carries out the edits of lists of rules, and notes them so that they can be undone. */
export class RuleEdits {
  constructor(
    private readonly lists: RuleLists,
    private readonly undo: RuleUndo,
  ) {}

  /**
   * @param places where rules can be edited just now
   * @returns a sentence: what was done
   * @throws Error with a sentence for the user where nothing was
   */
  async apply(edit: RuleEdit, places: readonly NamedPlace[]): Promise<string> {
    const { section } = edit;
    const place = this.#place(edit.place, section, places);
    const list = this.lists.read(section, place);
    const { entries, version } = list;
    switch (edit.kind) {
      case 'add': {
        const entry = this.#entry(section, edit, undefined);
        return this.#change(edit, place, [...entries, entry], t('Added: {text}', { text: shown(section, entry) }));
      }
      case 'edit': {
        const former = this.#at(entries, edit.index);
        if (readEntry(section, former).kind === 'defaults') {
          throw new Error(t('The built-in entries cannot be edited. They can be removed.'));
        }
        const entry = this.#entry(section, edit, former);
        const changed = entries.map((other, index) => (index === edit.index ? entry : other));
        return this.#change(edit, place, changed, t('Saved: {text}', { text: shown(section, entry) }));
      }
      case 'remove': {
        const text = shown(section, this.#at(entries, edit.index));
        return this.#change(edit, place, entries.toSpliced(edit.index, 1), t('Removed: {text}', { text }));
      }
      case 'reorder': {
        const entry = this.#at(entries, edit.index);
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
        // Elsewhere nothing of it would be left to hold.
        if (!standsInPlace(section, place, list)) throw new Error(t('Only the own list of a folder can be removed.'));
        return this.#change(edit, place, undefined, t('The list of this place is gone. The others hold.'));
      case 'transfer': {
        const entry = this.#at(entries, edit.index);
        const toPlace = this.#place(edit.toPlace, edit.toSection, places);
        if (edit.toSection === section && edit.toPlace === edit.place) {
          throw new Error(t('The entry is in this list already.'));
        }
        // Nothing of the list that it goes to was shown: it is added there to whatever there is.
        if (edit.seen !== version) throw this.#changed();
        return this.#transfer(edit, { place, toPlace, entry, entries, version });
      }
    }
  }

  async #change(
    { section, seen }: RuleEdit,
    place: Place,
    value: readonly unknown[] | undefined,
    said: string,
  ): Promise<string> {
    const step = await this.#write(section, place, seen, value);
    this.undo.note({ label: said, steps: [step] });
    return said;
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
    const { section, toSection } = edit;
    const read = readEntry(section, from.entry);
    if (read.kind !== 'entry') throw new Error(t('Only an entry of your own can be moved to another list.'));
    const draft = readDraft(toSection, { rule: read.rule, message: read.message ?? '' });
    if (!draft.ok) throw new Error(draft.problem);
    const target = this.lists.read(toSection, from.toPlace);
    const said = t('Moved: {text}', { text: shown(section, from.entry) });
    const steps: UndoStep[] = [];
    try {
      // In both lists for a moment rather than in none.
      steps.push(await this.#write(toSection, from.toPlace, target.version, [...target.entries, writtenEntry(draft)]));
      const now = this.lists.read(section, from.place);
      if (now.version !== from.version) throw this.#changed();
      steps.push(await this.#write(section, from.place, from.version, from.entries.toSpliced(edit.index, 1)));
    } finally {
      if (steps.length > 0) this.undo.note({ label: said, steps });
    }
    return said;
  }

  async #write(
    section: RuleSection,
    place: Place,
    seen: string,
    value: readonly unknown[] | undefined,
  ): Promise<UndoStep> {
    const { raw } = this.lists.read(section, place);
    const after = await this.lists.write(section, place, seen, value);
    return { section, place, before: Array.isArray(raw) ? (raw as unknown[]) : undefined, after };
  }

  #entry(section: RuleSection, typed: { readonly rule: string; readonly message: string }, former: unknown): unknown {
    const draft = readDraft(section, typed);
    if (!draft.ok) throw new Error(draft.problem);
    return writtenEntry(draft, former);
  }

  #at(entries: readonly unknown[], index: number): unknown {
    if (index >= entries.length) throw this.#changed();
    return entries[index];
  }

  #place(id: string, section: RuleSection, places: readonly NamedPlace[]): Place {
    const found = places.find((candidate) => candidate.id === id)?.place;
    if (found === undefined || !mayStand(section, found)) {
      throw new Error(t('This list cannot stand there any more. Choose another place.'));
    }
    return found;
  }

  #changed(): ListChangedError {
    return new ListChangedError(
      t('This list was changed elsewhere meanwhile, so nothing was written. Look at it and try again.'),
    );
  }
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
