import {
  RULE_SECTIONS,
  type RuleEditingAction,
  type RuleEditingFocus,
  type RuleEditingSlice,
  type RuleGroup,
  type RuleSection,
} from '../../panel/ruleEditing';
import { Listeners } from '../../common/listeners';
import type { EditableRules, NamedList } from './editableRules';
import type { PanelFeature } from '../../panel/panelFeature';
import type { RuleCounting, RuleQuestion } from './ruleCounting';
import { draftAnswer, draftQuestion, type RuleDraft } from './ruleDraftAnswer';
import type { RuleHits } from './ruleHits';
import { groupSlice, groupTotal, shownGroup, type ShownGroup } from './shownGroup';
import type { RuleNames, ShownList } from './shownList';
import type { RuleWriter } from './ruleWriter';
import type { NamedPlace } from './rulePlaces';

export interface RuleEditorParts {
  readonly rules: Pick<EditableRules, 'lists' | 'views' | 'effective' | 'places' | 'placeOf'>;
  readonly writer: Pick<RuleWriter, 'click' | 'lastEdit' | 'outcome' | 'onDidChange'>;
  readonly settingsChanged: (listener: () => void) => { dispose(): void };
  /** Fires after each decision. */
  readonly decided: (listener: () => void) => { dispose(): void };
  readonly counting: (onDidChange: () => void) => RuleCounting;
  readonly hits: (onDidChange: () => void) => Pick<RuleHits, 'look' | 'follow' | 'of'>;
  readonly openSettings: (section: RuleSection, place: NamedPlace) => Promise<void>;
  readonly names: RuleNames;
}

const FIRST_ROWS = 50;

export class RuleEditor implements PanelFeature<'ruleEditing'> {
  readonly #counting: RuleCounting;
  readonly #hits: ReturnType<RuleEditorParts['hits']>;
  readonly #listeners = new Listeners();
  #focus: RuleEditingFocus | undefined;
  #lists: readonly NamedList[] | undefined;
  readonly #groups = new Map<RuleSection, ShownGroup>();
  /** Of each group, with hits. */
  readonly #slices = new Map<RuleSection, RuleGroup>();
  readonly #totals = new Map<RuleSection, number>();

  constructor(private readonly parts: RuleEditorParts) {
    const changed = (): void => {
      this.#listeners.fire();
    };
    this.#counting = parts.counting(changed);
    this.#hits = parts.hits(() => {
      this.#slices.clear();
      changed();
    });
    parts.writer.onDidChange(() => {
      this.#forget();
      this.#count();
      this.#listeners.fire();
    });
  }

  readonly onDidChange = (listener: () => void): { dispose(): void } => {
    const settings = this.parts.settingsChanged(() => {
      this.#forget();
      if (this.#focus === undefined) return;
      this.#count();
      this.#counting.follow();
      listener();
    });
    const calls = this.parts.decided(() => {
      this.#counting.follow();
      this.#hits.follow();
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
    if (focus === undefined || focus.count !== before?.count) this.#forget();
    this.#hits.look(focus !== undefined);
    this.#count();
  }

  slice(): RuleEditingSlice | undefined {
    const { rules, writer } = this.parts;
    const focus = this.#focus;
    if (focus === undefined) return undefined;
    const { draft } = focus;
    const draftList = draft === undefined ? undefined : this.#listOf(draft);
    return {
      groups: RULE_SECTIONS.map((section) =>
        focus.open.includes(section) ? this.#sliceOf(section) : { section, total: this.#total(section), others: [] },
      ),
      places: rules.places().map(({ id, kind, label }) => ({ id, kind, label })),
      ...(writer.lastEdit === undefined ? {} : { undo: writer.lastEdit.label }),
      ...(writer.outcome === undefined ? {} : { outcome: writer.outcome }),
      ...(draft === undefined || draftList === undefined
        ? {}
        : { draft: draftAnswer(draft, draftList, this.#counting.count) }),
    };
  }

  async execute(action: RuleEditingAction): Promise<void> {
    const { rules, writer, openSettings } = this.parts;
    if (action.kind === 'openSettings') await openSettings(action.section, rules.placeOf(action.place));
    else await writer.click(action);
  }

  #forget(): void {
    this.#lists = undefined;
    this.#groups.clear();
    this.#slices.clear();
    this.#totals.clear();
  }

  #all(): readonly NamedList[] {
    return (this.#lists ??= this.parts.rules.lists());
  }

  #group(section: RuleSection): ShownGroup {
    const known = this.#groups.get(section);
    if (known !== undefined) return known;
    const { rules, names } = this.parts;
    const group = shownGroup(section, this.#all(), this.#focus?.count ?? FIRST_ROWS, rules, names);
    this.#groups.set(section, group);
    return group;
  }

  #sliceOf(section: RuleSection): RuleGroup {
    const slice = this.#slices.get(section) ?? groupSlice(this.#group(section), this.#hits, this.parts.names);
    this.#slices.set(section, slice);
    return slice;
  }

  #total(section: RuleSection): number {
    const total = this.#totals.get(section) ?? groupTotal(section, this.#all(), this.parts.rules);
    this.#totals.set(section, total);
    return total;
  }

  /** Its place may be gone. */
  #listOf({ section, place }: RuleDraft): ShownList | undefined {
    return this.#group(section).lists.find((one) => one.place.id === place);
  }

  #count(): void {
    this.#counting.ask(this.#focus === undefined ? undefined : this.#question(this.#focus));
  }

  #question({ draft }: RuleEditingFocus): RuleQuestion | undefined {
    const list = draft === undefined ? undefined : this.#listOf(draft);
    return draft === undefined || list === undefined ? undefined : draftQuestion(draft, list);
  }
}
