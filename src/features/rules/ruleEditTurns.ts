import type { RuleEditingAction, RuleEditingSlice } from '../../panel/ruleEditing';
import { Listeners } from '../../common/listeners';
import type { Turns } from '../../common/turns';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import type { EditableRules } from './editableRules';
import { RuleEdits, type RuleEdit } from './ruleWriter';
import type { RuleLists } from './ruleLists';
import { RuleUndo, type UndoableEdit } from './ruleUndo';

export interface RuleEditTurnsParts {
  readonly lists: RuleLists;
  readonly rules: Pick<EditableRules, 'places'>;
  /** One edit after the other: each is compared with what the one before it has left. */
  readonly inTurn: Turns;
}

/** Carries out the edits and undos of clicks and of commands, in the order in which they come. */
export class RuleEditTurns {
  readonly #undo: RuleUndo;
  readonly #edits: RuleEdits;
  readonly #listeners = new Listeners();
  #outcome: RuleEditingSlice['outcome'];

  constructor(private readonly parts: RuleEditTurnsParts) {
    const { lists } = parts;
    this.#undo = new RuleUndo(lists);
    this.#edits = new RuleEdits(lists, this.#undo);
  }

  /** Fires after each edit and each undo, also one that failed. */
  readonly onDidChange = this.#listeners.subscribe;

  /** What would be undone now. */
  get lastEdit(): UndoableEdit | undefined {
    return this.#undo.latest;
  }

  /** How the last click ended. */
  get outcome(): RuleEditingSlice['outcome'] {
    return this.#outcome;
  }

  /** A click's edit or undo. Never rejects for what it does: `outcome` tells how it ended. */
  click(action: Exclude<RuleEditingAction, { readonly kind: 'openSettings' }>): Promise<void> {
    const { request } = action;
    return this.#turn(async () => {
      try {
        const text = action.kind === 'undo' ? await this.#takeBack() : await this.#apply(action);
        this.#outcome = { request, done: true, text };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        this.#outcome = { request, done: false, text: shortLine(why === '' ? t('Nothing was written.') : why, 500) };
      }
    });
  }

  /**
   * A command's edit: in turn with the clicks, and undone as one of them.
   * @returns a sentence: what was done
   * @throws Error with a sentence for the user where nothing was
   */
  change(edit: RuleEdit): Promise<string> {
    return this.#turn(() => this.#apply(edit));
  }

  /**
   * A command's undo of exactly this edit, in turn with the clicks.
   * @returns a sentence: what was undone
   * @throws Error with a sentence for the user where nothing was
   */
  undo(edit: UndoableEdit): Promise<string> {
    return this.#turn(() => this.#takeBack(edit));
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

  #apply(edit: RuleEdit): Promise<string> {
    return this.#edits.apply(edit, this.parts.rules.places());
  }

  async #takeBack(shown?: UndoableEdit): Promise<string> {
    const undone = await this.#undo.undo(shown);
    return undone === undefined ? t('There is nothing to undo.') : t('Undone: {what}', { what: undone.label });
  }
}
