import type { RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { ListChangedError, type Place, type RuleLists } from './ruleLists';

/** One list that an edit changed. */
export interface UndoStep {
  readonly section: RuleSection;
  readonly place: Place;
  /** What stood there; undefined: nothing. */
  readonly before: readonly unknown[] | undefined;
  /** The list's version after the edit. */
  readonly after: string;
}

/** An edit as the user sees it. */
export interface UndoableEdit {
  /** For the user: what was done. */
  readonly label: string;
  /** In the order in which they were written. */
  readonly steps: readonly UndoStep[];
}

const MAX_EDITS = 50;

/** The edits of this window that can be taken back, the latest first. */
export class RuleUndo {
  #edits: readonly UndoableEdit[] = [];

  constructor(private readonly lists: Pick<RuleLists, 'read' | 'write'>) {}

  /** The one that would be taken back now. */
  get latest(): UndoableEdit | undefined {
    return this.#edits.at(-1);
  }

  note(edit: UndoableEdit): void {
    this.#edits = [...this.#edits, edit].slice(-MAX_EDITS);
  }

  /**
   * Takes the latest edit back, whole or not at all. One that cannot be is forgotten, so that the edits before it can be reached.
   * @param shown the one that the user was shown, where one was
   * @returns the edit; undefined: there was none
   * @throws ListChangedError where one of its lists is not as the edit left it, or it is not the one that was shown
   */
  async undo(shown?: UndoableEdit): Promise<UndoableEdit | undefined> {
    const edit = this.latest;
    if (shown !== undefined && shown !== edit) {
      throw new ListChangedError(t('Another change was made or undone meanwhile, so nothing was undone. Try again.'));
    }
    if (edit === undefined) return undefined;
    const changed = edit.steps.some(({ section, place, after }) => this.lists.read(section, place).version !== after);
    if (changed) {
      this.#edits = this.#edits.slice(0, -1);
      throw new ListChangedError(
        t('The list was changed elsewhere since then, so this was not undone: {what}', { what: edit.label }),
      );
    }
    for (const { section, place, before, after } of edit.steps.toReversed()) {
      await this.lists.write(section, place, after, before);
    }
    this.#edits = this.#edits.slice(0, -1);
    return edit;
  }
}
