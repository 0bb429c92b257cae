import { t } from '@vscode/l10n';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { RuleEditingFocus, RuleEditingSlice, RuleSection } from '../../src/panel/ruleEditing';
import type { TrialFocus, TrialSlice } from '../../src/panel/trial';
import { ActEvent } from '../common/actEvent';
import { icon } from '../common/icon';
import { LookEvent } from '../common/lookEvent';
import { quietButton } from '../common/quietButton';
import '../trial/tester';
import type { Tester } from '../trial/tester';
import { type ListName, RuleChanges } from './ruleEditingChanges';
import { ruleEditingPageStyles } from './ruleEditingPageStyles';
import { GroupEvent, RowEvent, RuleDoneEvent, RuleTypedEvent, type TypedRule } from './ruleEvents';
import './ruleGroup';
import type { RuleGroupElement } from './ruleGroup';

const FIRST: RuleEditingFocus = { open: ['permissions.deny', 'permissions.ask', 'permissions.allow'] };
const FIRST_ROWS = 50;
const MORE_ROWS = 100;

type Draft = NonNullable<RuleEditingFocus['draft']>;

/** Without a row, or where it is gone: the button below the list. */
interface FocusGoal {
  readonly list: ListName;
  readonly row?: { readonly key: string } | { readonly index: number };
}

@customElement('auto-mode-rules')
export class RuleEditingPage extends LitElement {
  static override styles = ruleEditingPageStyles;

  @property({ attribute: false }) slice: RuleEditingSlice | undefined;
  @property({ attribute: false }) focused: RuleEditingFocus | undefined;
  @property({ attribute: false }) trial: TrialSlice | undefined;
  @property({ attribute: false }) tried: TrialFocus | undefined;
  @state() private announcement = '';
  @state() private failure = '';
  @state() private changedMeanwhile = false;
  @query('auto-mode-trial') private tester!: Tester | null;
  #fieldWanted = false;
  /** Once no field is open any more. */
  #goal: FocusGoal | undefined;
  /** Of the last new rule. */
  #place = 'user';
  /** When opened. */
  #opened: { readonly key: string; readonly rule: string; readonly message: string } | undefined;
  readonly #changes = new RuleChanges({
    versionOf: (list) => this.#listOf(list)?.version,
    now: () => performance.now(),
    send: (action) => this.dispatchEvent(new ActEvent({ feature: 'ruleEditing', action })),
    answered: ({ done, text }) => {
      this.announcement = done ? text : '';
      this.failure = done ? '' : text;
    },
  });

  /** What is typed there is tried at once. */
  async focusTester(): Promise<void> {
    await this.updateComplete;
    await this.tester?.updateComplete;
    this.tester?.focusCall();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('slice')) this.#follow();
  }

  /** Not when it is connected: a page whose code is loaded after it is drawn has no properties then. */
  protected override firstUpdated(): void {
    if (this.focused === undefined) this.#look(FIRST);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('slice') || changed.has('focused')) this.#changes.follow(this.slice?.outcome);
    const draft = this.focused?.draft;
    const goal = this.#goal;
    if (goal !== undefined && draft === undefined) {
      this.#goal = undefined;
      void this.#focusAt(goal);
    }
    // The fields are drawn once the panel looks at the draft.
    if (!this.#fieldWanted || draft === undefined) return;
    this.#fieldWanted = false;
    void this.#groupOf(draft.section)?.focusField();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { slice, focused } = this;
    return html`<section
        aria-labelledby="heading"
        @keydown=${this.#keydown}
        @auto-mode-rule-row=${this.#rowEvent}
        @auto-mode-rule-group=${this.#groupEvent}
        @auto-mode-rule-typed=${this.#typed}
        @auto-mode-rule-done=${this.#done}
      >
        <div class="head">
          <h2 id="heading">${t('Rules')}</h2>
          ${quietButton(
            'discard',
            slice?.undo === undefined ? t('Undo') : t('Undo: {what}', { what: slice.undo }),
            this.#undo,
            { act: 'undo', disabled: slice?.undo === undefined },
          )}
        </div>
        <div class="unseen" role="status" aria-live="polite">${this.announcement}</div>
        <div role="alert" data-failure>
          ${
            this.failure === ''
              ? nothing
              : html`<p class="note problem">${icon('error')}<span>${this.failure}</span></p>`
          }
          ${
            this.changedMeanwhile
              ? html`<p class="note">
                  ${t('The entry that you were editing was changed elsewhere. Your text is here as a new entry.')}
                </p>`
              : nothing
          }
        </div>
        ${
          slice === undefined || focused === undefined
            ? nothing
            : repeat(
                slice.groups,
                ({ section }) => section,
                (group) =>
                  html`<auto-mode-rule-group
                    data-group=${group.section}
                    .group=${group}
                    .places=${slice.places}
                    .open=${focused.open.includes(group.section)}
                    .draft=${focused.draft?.section === group.section ? focused.draft : undefined}
                    .answer=${focused.draft?.section === group.section ? slice.draft : undefined}
                  ></auto-mode-rule-group>`,
              )
        }
      </section>
      <auto-mode-trial .slice=${this.trial} .typed=${this.tried}></auto-mode-trial>`;
  }

  #groupOf(section: RuleSection): RuleGroupElement | null {
    return this.renderRoot.querySelector<RuleGroupElement>(`[data-group="${section}"]`);
  }

  #listOf({ section, place }: ListName): NonNullable<RuleEditingSlice['groups'][number]['lists']>[number] | undefined {
    const group = this.slice?.groups.find((one) => one.section === section);
    return group?.lists?.find((list) => list.place === place);
  }

  #look(focus: RuleEditingFocus): void {
    this.dispatchEvent(new LookEvent('ruleEditing', focus));
  }

  #draft(draft: Omit<Draft, 'id'>): void {
    const { focused } = this;
    if (focused === undefined) return;
    const open = focused.open.includes(draft.section) ? focused.open : [...focused.open, draft.section];
    this.#look({ ...focused, open, draft: { ...draft, id: this.#changes.nextNumber() } });
  }

  #close(): void {
    this.#opened = undefined;
    this.changedMeanwhile = false;
    const { focused } = this;
    if (focused?.draft === undefined) return;
    const { draft: _draft, ...rest } = focused;
    this.#look(rest);
  }

  /** The open entry goes with its list. If it was changed or removed elsewhere, the typed text becomes a new one. */
  #follow(): void {
    const { slice } = this;
    const draft = this.focused?.draft;
    if (slice === undefined || draft?.index === undefined) return;
    const list = this.#listOf(draft);
    if (list === undefined) return;
    const row = list.rows[draft.index];
    this.#opened ??= row === undefined ? undefined : { key: row.key, rule: row.text, message: row.message ?? '' };
    const opened = this.#opened;
    if (opened === undefined || row?.key === opened.key) return;
    const now = list.rows.find(({ key }) => key === opened.key);
    const isSaved = this.#changes.isDone(slice.outcome);
    queueMicrotask(() => {
      if (now !== undefined) this.#draft({ ...draft, index: now.index });
      else {
        const typed = draft.rule !== opened.rule || draft.message !== opened.message;
        this.#close();
        if (isSaved || !typed) return;
        this.changedMeanwhile = true;
        const { index: _index, ...added } = draft;
        this.#draft(added);
      }
    });
  }

  readonly #undo = (): void => {
    this.#changes.make({ kind: 'undo' });
  };

  readonly #keydown = (event: KeyboardEvent): void => {
    const isUndo =
      event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    const [target] = event.composedPath();
    // In a field it undoes typing.
    if (!isUndo || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    this.#undo();
  };

  readonly #groupEvent = (event: Event): void => {
    const { focused } = this;
    if (!(event instanceof GroupEvent) || focused === undefined) return;
    const { section, wish } = event;
    switch (wish.kind) {
      case 'fold': {
        const others = focused.open.filter((one) => one !== section);
        if (focused.draft?.section === section) this.#opened = undefined;
        const { draft, ...rest } = focused;
        const kept = draft === undefined || draft.section === section ? {} : { draft };
        this.#look({ ...rest, ...kept, open: others.length < focused.open.length ? others : [...others, section] });
        return;
      }
      case 'new':
        this.#opened = undefined;
        this.changedMeanwhile = false;
        this.#fieldWanted = true;
        this.#draft({ section, place: this.#placeFor(section), rule: wish.rule, message: '' });
        return;
      case 'more':
        this.#look({ ...focused, count: (focused.count ?? FIRST_ROWS) + MORE_ROWS });
        return;
      case 'discard':
        this.#changes.make({ kind: 'discard', section, place: wish.place });
        return;
      case 'addDefaults': {
        const list = { section, place: wish.place };
        this.#changes.make({ kind: 'addDefaults', ...list }, () => void this.#focusAt({ list, row: { index: 0 } }));
      }
    }
  };

  #placeFor(section: RuleSection): string {
    const lists = this.slice?.groups.find((group) => group.section === section)?.lists ?? [];
    const writable = lists.filter(({ readOnly }) => readOnly === undefined).map(({ place }) => place);
    return writable.includes(this.#place) ? this.#place : (writable[0] ?? 'user');
  }

  readonly #typed = (event: Event): void => {
    const draft = this.focused?.draft;
    if (!(event instanceof RuleTypedEvent) || draft === undefined) return;
    if (draft.index === undefined) this.#place = event.typed.place;
    this.#draft({ ...draft, ...event.typed });
  };

  readonly #done = (event: Event): void => {
    const draft = this.focused?.draft;
    if (!(event instanceof RuleDoneEvent) || draft === undefined) return;
    const { index, section, place, rule, message } = draft;
    const list = { section, place };
    const key = this.#opened?.key;
    if (!event.save) {
      this.#leaveTo(index === undefined || key === undefined ? { list } : { list, row: { key } });
      return;
    }
    if (index === undefined) {
      // The next one can be typed at once.
      this.#changes.make({ kind: 'add', ...list, rule, message }, () => {
        this.#fieldWanted = true;
        this.#draft({ ...list, rule: '', message: '' });
      });
      return;
    }
    if (key === undefined) return;
    this.#withRow(list, key, (now) => {
      this.#changes.send({ kind: 'edit', ...list, index: now, rule, message }, () => {
        this.#leaveTo({ list, row: { index: now } });
      });
    });
  };

  readonly #rowEvent = (event: Event): void => {
    if (!(event instanceof RowEvent)) return;
    const { row, wish } = event;
    const { section, place } = event.list;
    const list = { section, place };
    switch (wish.kind) {
      case 'open': {
        const typed: Omit<TypedRule, 'place'> =
          row.kind === 'entry' ? { rule: row.text, message: row.message ?? '' } : { rule: '', message: '' };
        this.#opened = { key: row.key, ...typed };
        this.changedMeanwhile = false;
        this.#fieldWanted = row.kind === 'entry' && row.notEditable === undefined;
        this.#draft({ ...list, ...typed, index: row.index });
        return;
      }
      case 'close':
        this.#close();
        return;
      case 'remove':
        this.#withRow(list, row.key, (index) => {
          this.#changes.send({ kind: 'remove', ...list, index }, () => {
            this.#leaveTo({ list, row: { index } });
          });
        });
        return;
      case 'reorder':
        this.#moveBy(list, row.key, wish.to - row.index);
        return;
      case 'transfer': {
        const { section: toSection, place: toPlace } = wish.to;
        this.#withRow(list, row.key, (index) => {
          this.#changes.send({ kind: 'transfer', ...list, index, toSection, toPlace }, () => {
            this.#leaveTo({ list, row: { index } });
          });
        });
      }
    }
  };

  #leaveTo(goal: FocusGoal): void {
    this.#goal = goal;
    this.#close();
    this.requestUpdate();
  }

  /** Its list must be drawn first. */
  async #focusAt({ list, row }: FocusGoal): Promise<void> {
    const group = this.#groupOf(list.section);
    await group?.updateComplete;
    if (row === undefined || group?.focusRow(list, row) !== true) await group?.focusNew();
  }

  #moveBy(list: ListName, key: string, by: number): void {
    this.#withRow(list, key, (index) => {
      const to = Math.max(0, Math.min(index + by, (this.#listOf(list)?.total ?? 1) - 1));
      if (to === index) return;
      this.#changes.send({ kind: 'reorder', ...list, index, to }, () => {
        // A moved entry loses its focus; a focus elsewhere stays.
        const group = this.#groupOf(list.section);
        if (this.#opened === undefined && this.#isAt(group)) void this.#focusAt({ list, row: { key } });
      });
    });
  }

  /** Or nowhere. */
  #isAt(group: RuleGroupElement | null): boolean {
    const { activeElement } = this.renderRoot as ShadowRoot;
    return activeElement === null || activeElement === group;
  }

  /** By the entry's place at that time: keys may be faster than answers. */
  #withRow(list: ListName, key: string, then: (index: number) => void): void {
    this.#changes.inTurn(() => {
      const now = this.#listOf(list)?.rows.find((row) => row.key === key);
      if (now !== undefined) then(now.index);
    });
  }
}
