import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { ruleSectionTexts } from '../../src/texts/ruleSectionTexts';
import type { RuleEditingFocus, RuleEditingSlice, RuleRow } from '../../src/panel/ruleEditing';
import { ActEvent } from '../common/actEvent';
import { icon } from '../common/icon';
import { LookEvent } from '../common/lookEvent';
import { RuleChanges } from './ruleEditingChanges';
import { isOf, ruleEditingChoices } from './ruleEditingChoices';
import './ruleEditingForm';
import { RuleDoneEvent, type RuleEditingForm, RuleTypedEvent, type TypedRule } from './ruleEditingForm';
import './ruleEditingList';
import { RowEvent, type RuleEditingList } from './ruleEditingList';
import './ruleEditingOthers';
import { ruleEditingStyles } from './ruleEditingStyles';
import { ruleEditingEmpty, ruleEditingTools } from './ruleEditingTools';
import { sectionStyles } from '../common/sectionStyles';
import { unseenStyles } from '../common/unseenStyles';

const FIRST: RuleEditingFocus = { section: 'permissions.deny', place: 'user' };
const MORE_ROWS = 100;

@customElement('auto-mode-rules')
export class RuleEditingPage extends LitElement {
  static override styles = [
    sectionStyles,
    unseenStyles,
    ruleEditingStyles,
    css`
      section {
        display: flex;
        flex-direction: column;
        gap: 8px;
        min-width: 0;
      }

      section > * {
        margin: 0;
      }
    `,
  ];

  @property({ attribute: false }) slice: RuleEditingSlice | undefined;
  @property({ attribute: false }) focused: RuleEditingFocus | undefined;
  @state() private announcement = '';
  @state() private failure = '';
  @state() private changedMeanwhile = false;
  @query('auto-mode-rule-list') private list!: RuleEditingList | null;
  @query('auto-mode-rule-form') private newForm!: RuleEditingForm | null;
  #fieldWanted = false;
  /** When opened. */
  #opened: { readonly key: string; readonly typed: TypedRule } | undefined;
  readonly #changes = new RuleChanges({
    shown: () => {
      const { slice, focused } = this;
      return slice !== undefined && focused !== undefined && isOf(slice, focused) ? slice : undefined;
    },
    now: () => performance.now(),
    send: (action) => this.dispatchEvent(new ActEvent({ feature: 'ruleEditing', action })),
    answered: ({ done, text }) => {
      this.announcement = done ? text : '';
      this.failure = done ? '' : text;
    },
  });

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.focused === undefined) this.#look(FIRST);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('slice')) this.#follow();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('slice') || changed.has('focused')) this.#changes.follow(this.slice?.outcome);
    // The fields are drawn once the panel looks at the draft.
    if (!this.#fieldWanted || this.focused?.draft?.index === undefined) return;
    this.#fieldWanted = false;
    void this.list?.focusField();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { slice, focused } = this;
    if (slice === undefined || focused === undefined) return nothing;
    return html`<section
      aria-labelledby="heading"
      @keydown=${this.#keydown}
      @auto-mode-rule-row=${this.#rowEvent}
      @auto-mode-rule-typed=${this.#typed}
      @auto-mode-rule-done=${this.#done}
    >
      <h2 id="heading">${t('Rules')}</h2>
      ${ruleEditingChoices(slice, focused, this.#chosen)}
      <p>${ruleSectionTexts()[focused.section].purpose}</p>
      <div class="unseen" role="status" aria-live="polite">${this.announcement}</div>
      <div role="alert" data-failure>
        ${
          this.failure === '' ? nothing : html`<p class="note problem">${icon('error')}<span>${this.failure}</span></p>`
        }
      </div>
      ${isOf(slice, focused) ? this.#list(slice, focused) : nothing}
    </section>`;
  }

  #list(slice: RuleEditingSlice, focused: RuleEditingFocus): TemplateResult {
    const { draft } = focused;
    const openSettings = { kind: 'openSettings', section: slice.section, place: slice.place } as const;
    const opened =
      draft?.index === undefined ? undefined : { ...draft, index: draft.index, answered: slice.draft?.id === draft.id };
    return html`${slice.notes.map(
        (note) => html`<p class="note" data-list-note>${icon('info')}<span>${note}</span></p>`,
      )}
      ${
        slice.readOnly === undefined
          ? nothing
          : html`<p class="note problem">${icon('error')}<span>${slice.readOnly}</span></p>`
      }
      ${ruleEditingTools(slice, {
        undo: this.#undo,
        openSettings: () => this.dispatchEvent(new ActEvent({ feature: 'ruleEditing', action: openSettings })),
        discard: () => {
          this.#changes.make({ kind: 'discard' });
        },
      })}
      ${
        slice.total === 0
          ? ruleEditingEmpty(slice, this.#useExample)
          : html`<auto-mode-rule-list .slice=${slice} .typed=${opened}></auto-mode-rule-list>`
      }
      ${
        slice.rows.length < slice.total
          ? html`<p class="quiet">${t('Not shown here: {count} more.', { count: slice.total - slice.rows.length })}</p>
              <div class="buttons">
                <vscode-button
                  secondary
                  data-act="more"
                  @click=${() => {
                    this.#look({ ...focused, count: slice.rows.length + MORE_ROWS });
                  }}
                  >${t('Show More')}</vscode-button
                >
              </div>`
          : nothing
      }
      ${
        slice.lacksBuiltIn && slice.readOnly === undefined
          ? html`<p class="note">
                ${icon('warning')}<span>${t('The built-in entries of this list do not hold.')}</span>
              </p>
              <div class="buttons">
                <vscode-button
                  secondary
                  data-act="addDefaults"
                  @click=${() => {
                    this.#changes.make({ kind: 'addDefaults' }, () => this.list?.focusRow({ index: 0 }));
                  }}
                  >${t('Add the Built-in Entries')}</vscode-button
                >
              </div>`
          : nothing
      }
      ${this.changedMeanwhile ? html`<p class="note" role="alert">${t('The entry that you were editing was changed elsewhere. Your text is here as a new entry.')}</p>` : nothing}
      ${
        opened !== undefined || slice.readOnly !== undefined
          ? nothing
          : html`<auto-mode-rule-form
              .section=${slice.section}
              .typed=${draft ?? { rule: '', message: '' }}
              .answer=${draft === undefined ? undefined : slice.draft}
              .answered=${slice.draft?.id === draft?.id}
            ></auto-mode-rule-form>`
      } <auto-mode-other-rules .others=${slice.others}></auto-mode-other-rules>`;
  }

  readonly #useExample = (example: string): void => {
    this.#draft({ rule: example, message: '' }, undefined);
    this.newForm?.focusField();
  };

  readonly #chosen = (focus: RuleEditingFocus): void => {
    this.#close();
    this.failure = '';
    this.#look(focus);
  };

  #look(focus: RuleEditingFocus): void {
    this.dispatchEvent(new LookEvent('ruleEditing', focus));
  }

  #draft(typed: TypedRule, index: number | undefined): void {
    const { focused } = this;
    if (focused === undefined) return;
    this.#look({
      ...focused,
      draft: {
        id: this.#changes.nextNumber(),
        rule: typed.rule,
        message: typed.message,
        ...(index === undefined ? {} : { index }),
      },
    });
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
    const { slice, focused } = this;
    const draft = focused?.draft;
    if (slice === undefined || focused === undefined || draft?.index === undefined) return;
    if (!isOf(slice, focused)) return;
    const row = slice.rows[draft.index];
    this.#opened ??=
      row === undefined ? undefined : { key: row.key, typed: { rule: row.text, message: row.message ?? '' } };
    const opened = this.#opened;
    if (opened === undefined || row?.key === opened.key) return;
    const now = slice.rows.find(({ key }) => key === opened.key);
    const isSaved = this.#changes.isDone(slice.outcome);
    queueMicrotask(() => {
      if (now !== undefined) this.#draft(draft, now.index);
      else {
        const typed = draft.rule !== opened.typed.rule || draft.message !== opened.typed.message;
        this.#close();
        if (isSaved || !typed) return;
        this.changedMeanwhile = true;
        this.#draft(draft, undefined);
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

  readonly #typed = (event: Event): void => {
    if (event instanceof RuleTypedEvent) this.#draft(event.typed, this.focused?.draft?.index);
  };

  readonly #done = (event: Event): void => {
    const draft = this.focused?.draft;
    if (!(event instanceof RuleDoneEvent) || draft === undefined) return;
    const { index, rule, message } = draft;
    if (!event.save) {
      const key = this.#opened?.key;
      this.#close();
      if (index === undefined || key === undefined) this.newForm?.focusField();
      else this.list?.focusRow({ key });
      return;
    }
    if (index === undefined) {
      this.#changes.make({ kind: 'add', rule, message }, () => {
        this.#close();
        this.newForm?.focusField();
      });
      return;
    }
    const key = this.#opened?.key;
    if (key === undefined) return;
    this.#withRow(key, (now) => {
      this.#changes.send({ kind: 'edit', index: now, rule, message }, () => {
        this.#close();
        this.list?.focusRow({ index: now });
      });
    });
  };

  readonly #rowEvent = (event: Event): void => {
    if (!(event instanceof RowEvent)) return;
    const { row, wish } = event;
    switch (wish.kind) {
      case 'open':
        this.#opened = { key: row.key, typed: { rule: row.text, message: row.message ?? '' } };
        this.changedMeanwhile = false;
        this.#draft(row.kind === 'entry' ? this.#opened.typed : { rule: '', message: '' }, row.index);
        this.#fieldWanted = row.kind === 'entry' && row.notEditable === undefined;
        return;
      case 'close':
        this.#close();
        return;
      case 'remove':
        this.#withRow(row.key, (index) => {
          this.#changes.send({ kind: 'remove', index }, () => {
            this.#leave(index);
          });
        });
        return;
      case 'reorder':
        this.#moveBy(row, wish.to - row.index);
        return;
      case 'transfer': {
        const destination = this.slice?.destinations[wish.destination];
        if (destination === undefined) return;
        const { section: toSection, place: toPlace } = destination;
        this.#withRow(row.key, (index) => {
          this.#changes.send({ kind: 'transfer', index, toSection, toPlace }, () => {
            this.#leave(index);
          });
        });
      }
    }
  };

  /** The focus goes to the entry that follows. */
  #leave(index: number): void {
    this.#close();
    if (this.list?.focusRow({ index }) !== true) this.newForm?.focusField();
  }

  #moveBy({ key }: RuleRow, by: number): void {
    this.#withRow(key, (index) => {
      const to = Math.max(0, Math.min(index + by, (this.slice?.total ?? 1) - 1));
      if (to === index) return;
      this.#changes.send({ kind: 'reorder', index, to }, () => {
        // A moved entry loses its focus; a focus elsewhere stays.
        if (this.#opened === undefined && this.#isAtList()) this.list?.focusRow({ key });
      });
    });
  }

  /** Or nowhere. */
  #isAtList(): boolean {
    const { activeElement } = this.renderRoot as ShadowRoot;
    return activeElement === null || activeElement === this.list;
  }

  /** By the entry's place at that time: keys may be faster than answers. */
  #withRow(key: string, then: (index: number) => void): void {
    this.#changes.inTurn(() => {
      const now = this.slice?.rows.find((row) => row.key === key);
      if (now !== undefined) then(now.index);
    });
  }
}
