import type { RuleEditingAction, RuleEditingFocus, RuleEditingSlice, RuleSection } from '../../panel/ruleEditing';
import { Listeners } from '../../common/listeners';
import type { EditableRules } from './editableRules';
import type { PanelFeature } from '../../panel/panelFeature';
import type { RuleCounting, RuleQuestion } from './ruleCounting';
import { draftAnswer, draftQuestion } from './ruleDraftAnswer';
import { shownList, type RuleNames, type ShownList } from './shownList';
import type { RuleWriter } from './ruleWriter';
import type { NamedPlace } from './rulePlaces';

export interface RuleEditorParts {
  readonly rules: Pick<EditableRules, 'view' | 'placeOf'>;
  readonly writer: Pick<RuleWriter, 'click' | 'lastEdit' | 'outcome' | 'onDidChange'>;
  readonly settingsChanged: (listener: () => void) => { dispose(): void };
  /** Fires after each decision. */
  readonly decided: (listener: () => void) => { dispose(): void };
  readonly counting: (onDidChange: () => void) => RuleCounting;
  readonly openSettings: (section: RuleSection, place: NamedPlace) => Promise<void>;
  readonly names: RuleNames;
}

const FIRST_ROWS = 50;

export class RuleEditor implements PanelFeature<'ruleEditing'> {
  readonly #counting: RuleCounting;
  readonly #listeners = new Listeners();
  #focus: RuleEditingFocus | undefined;
  #shown: ShownList | undefined;

  constructor(private readonly parts: RuleEditorParts) {
    this.#counting = parts.counting(() => {
      this.#listeners.fire();
    });
    parts.writer.onDidChange(() => {
      this.#shown = undefined;
      this.#count();
      this.#listeners.fire();
    });
  }

  readonly onDidChange = (listener: () => void): { dispose(): void } => {
    const settings = this.parts.settingsChanged(() => {
      this.#shown = undefined;
      if (this.#focus === undefined) return;
      this.#count();
      this.#counting.follow();
      listener();
    });
    const calls = this.parts.decided(() => {
      this.#counting.follow();
    });
    const own = this.#listeners.subscribe(listener);
    return {
      dispose: () => {
        for (const subscription of [settings, calls, own]) subscription.dispose();
      },
    };
  };

  look(focus: RuleEditingFocus | undefined): void {
    const before = this.#focus;
    this.#focus = focus;
    if (focus?.section !== before?.section || focus?.place !== before?.place || focus?.count !== before?.count) {
      this.#shown = undefined;
    }
    this.#count();
  }

  slice(): RuleEditingSlice | undefined {
    const { writer } = this.parts;
    if (this.#focus === undefined) return undefined;
    const { draft } = this.#focus;
    const shown = this.#current(this.#focus);
    return {
      ...shown.slice,
      ...(writer.lastEdit === undefined ? {} : { undo: writer.lastEdit.label }),
      ...(writer.outcome === undefined ? {} : { outcome: writer.outcome }),
      ...(draft === undefined ? {} : { draft: draftAnswer(draft, shown, this.#counting.count) }),
    };
  }

  async execute(action: RuleEditingAction): Promise<void> {
    const { rules, writer, openSettings } = this.parts;
    if (action.kind === 'openSettings') await openSettings(action.section, rules.placeOf(action.place));
    else await writer.click(action);
  }

  #current({ section, place, count = FIRST_ROWS }: RuleEditingFocus): ShownList {
    const { rules, names } = this.parts;
    return (this.#shown ??= shownList(rules.view(section, place), place, count, names));
  }

  #count(): void {
    this.#counting.ask(this.#focus === undefined ? undefined : this.#question(this.#focus));
  }

  #question(focus: RuleEditingFocus): RuleQuestion | undefined {
    return focus.draft === undefined ? undefined : draftQuestion(focus.draft, this.#current(focus));
  }
}
