import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { ruleSectionTexts } from '../../src/texts/ruleSectionTexts';
import type { RuleEditingSlice, RuleRow } from '../../src/panel/ruleEditing';
import './ruleEditingForm';
import type { RuleEditingForm, TypedRule } from './ruleEditingForm';
import { icon } from '../common/icon';
import { ruleEditingStyles } from './ruleEditingStyles';
import { sectionStyles } from '../common/sectionStyles';

export type RowWish =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'reorder'; readonly to: number }
  | { readonly kind: 'transfer'; readonly destination: number };

export class RowEvent extends Event {
  static readonly type = 'auto-mode-rule-row';

  constructor(
    readonly row: RuleRow,
    readonly wish: RowWish,
  ) {
    super(RowEvent.type, { bubbles: true, composed: true });
  }
}

/** One tab stop: arrow keys go from entry to entry. */
@customElement('auto-mode-rule-list')
export class RuleEditingList extends LitElement {
  static override styles = [
    sectionStyles,
    ruleEditingStyles,
    css`
      li.row-item {
        border-bottom: 1px solid var(--line);
      }

      li.drop-before {
        border-top: 2px solid var(--vscode-focusBorder);
      }

      li.drop-after {
        border-bottom: 2px solid var(--vscode-focusBorder);
      }

      li.dragged {
        opacity: 0.6;
      }

      .line {
        align-items: start;
        display: flex;
        min-width: 0;
      }

      .grip {
        cursor: grab;
        flex: none;
        padding: 4px 2px;
        touch-action: none;
      }

      .entry {
        background: none;
        border: 0;
        color: inherit;
        cursor: pointer;
        flex: 1;
        font: inherit;
        min-width: 0;
        padding: 4px 2px;
        text-align: start;
      }

      .entry:hover {
        background: var(--vscode-list-hoverBackground);
        color: var(--vscode-list-hoverForeground, inherit);
        outline: var(--pointed);
        outline-offset: -1px;
      }

      .entry:focus-visible {
        outline: var(--focus);
      }

      .text {
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 3;
        display: -webkit-box;
        overflow: hidden;
      }

      [aria-expanded='true'] .text {
        display: block;
        max-height: 20em;
        overflow: auto;
      }

      .said {
        display: block;
        overflow-wrap: anywhere;
      }

      .opened {
        padding: 0 2px 10px 20px;
      }

      .opened ol {
        margin: 4px 0 8px;
        max-height: 20em;
        overflow: auto;
        /* Numbers of three digits: what sticks out is cut off. */
        padding-left: 3.5em;
      }

      .opened ol > li {
        margin-bottom: 4px;
      }
    `,
  ];

  @property({ attribute: false }) slice!: RuleEditingSlice;
  @property({ attribute: false }) typed:
    (TypedRule & { readonly index: number; readonly answered: boolean }) | undefined;
  /** Where the Tab key goes. */
  @state() private reached: string | undefined;
  /** Before the built-in entries are removed. */
  @state() private warned = false;
  @state() private drag: { readonly from: number; readonly to: number } | undefined;

  /** The last row if there are fewer. False: none. */
  focusRow(which: { readonly key: string } | { readonly index: number }): boolean {
    const { rows } = this.slice;
    const row =
      'key' in which ? rows.find(({ key }) => key === which.key) : rows[Math.min(which.index, rows.length - 1)];
    if (row === undefined) return false;
    this.reached = row.key;
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>(`[data-index="${row.index}"] .entry`)?.focus();
    });
    return true;
  }

  async focusField(): Promise<void> {
    await this.updateComplete;
    const form = this.renderRoot.querySelector<RuleEditingForm>('auto-mode-rule-form');
    await form?.updateComplete;
    form?.focusField();
  }

  protected override render(): TemplateResult {
    const { slice } = this;
    const { rows, section } = slice;
    const name = ruleSectionTexts()[section].name;
    const reached = rows.some(({ key }) => key === this.reached) ? this.reached : rows[0]?.key;
    return html`<span id="keys" hidden
        >${t('Enter opens an entry, Alt with the arrow keys moves it, Delete removes it, Ctrl+Z undoes.')}</span
      >
      <ul
        aria-label=${t('Entries: {name}', { name })}
        aria-describedby="keys"
        @pointermove=${this.#dragging}
        @pointerup=${this.#dropped}
        @pointercancel=${() => (this.drag = undefined)}
      >
        ${repeat(
          rows,
          ({ key }) => key,
          (row) => this.#row(row, row.key === reached),
        )}
      </ul>`;
  }

  #row(row: RuleRow, reached: boolean): TemplateResult {
    const { slice, drag } = this;
    const open = this.typed?.index === row.index;
    const side =
      drag?.to !== row.index || drag.from === drag.to ? '' : drag.from < drag.to ? 'drop-after' : 'drop-before';
    const text =
      row.kind === 'defaults' ? t('Built-in entries ({count})', { count: slice.builtIn?.length ?? 0 }) : row.text;
    return html`<li
      class="row-item ${side} ${drag?.from === row.index ? 'dragged' : ''}"
      data-index=${row.index}
      data-kind=${row.kind}
    >
      <div class="line">
        ${
          slice.readOnly === undefined
            ? html`<span
                class="grip"
                title=${t('Drag to move')}
                @pointerdown=${(event: PointerEvent) => {
                  this.#grip(event, row);
                }}
                >${icon('gripper')}</span
              >`
            : nothing
        }
        <button
          class="entry"
          type="button"
          tabindex=${reached ? 0 : -1}
          aria-expanded=${open ? 'true' : 'false'}
          @click=${() => {
            this.#wish(row, { kind: open ? 'close' : 'open' });
          }}
          @focus=${() => (this.reached = row.key)}
          @keydown=${(event: KeyboardEvent) => {
            this.#keydown(event, row);
          }}
        >
          <span class="text ${row.kind === 'defaults' ? '' : 'foreign'}">${text}</span>
          ${row.message === undefined ? nothing : html`<span class="said quiet foreign">"${row.message}"</span>`}
          ${
            row.problem === undefined
              ? nothing
              : html`<span class="note problem" data-problem
                  >${icon('error')}<span>${t('Problem')}: ${row.problem}</span></span
                >`
          }
          ${
            row.overlap === undefined
              ? nothing
              : html`<span class="note" data-overlap>${icon('info')}<span>${t('Note')}: ${row.overlap}</span></span>`
          }
        </button>
      </div>
      ${open ? this.#opened(row) : nothing}
    </li>`;
  }

  #opened(row: RuleRow): TemplateResult {
    const { slice, typed } = this;
    const canChange = slice.readOnly === undefined;
    return html`<div class="opened">
      ${
        row.kind === 'defaults'
          ? html`<ol tabindex="0" aria-label=${t('Built-in entries ({count})', { count: slice.builtIn?.length ?? 0 })}>
              ${(slice.builtIn ?? []).map((text) => html`<li class="foreign">${text}</li>`)}
            </ol>`
          : nothing
      }
      ${row.notEditable === undefined ? nothing : html`<p class="note">${row.notEditable}</p>`}
      ${
        canChange && typed !== undefined && row.kind === 'entry' && row.notEditable === undefined
          ? html`<auto-mode-rule-form
              .section=${slice.section}
              .typed=${typed}
              .answer=${slice.draft}
              .answered=${typed.answered}
              .existing=${true}
            ></auto-mode-rule-form>`
          : nothing
      }
      ${canChange ? this.#rowButtons(row) : nothing}
    </div>`;
  }

  #rowButtons(row: RuleRow): TemplateResult {
    const { slice } = this;
    const isBuiltIn = row.kind === 'defaults';
    const button = (label: string, act: string, wish: RowWish, disabled = false): TemplateResult =>
      html`<vscode-button
        secondary
        data-act=${act}
        aria-label="${label}: ${isBuiltIn ? t('Built-in entries ({count})', { count: slice.builtIn?.length ?? 0 }) : row.text.slice(0, 100)}"
        ?disabled=${disabled}
        @click=${() => {
          this.#wish(row, wish);
        }}
        >${label}</vscode-button
      >`;
    return html`<div class="buttons">
        ${
          isBuiltIn
            ? html`<vscode-button
                secondary
                data-act="warn"
                aria-expanded=${this.warned ? 'true' : 'false'}
                @click=${() => (this.warned = !this.warned)}
                >${t('Remove...')}</vscode-button
              >`
            : button(t('Remove'), 'remove', { kind: 'remove' })
        }
        ${button(t('Move Up'), 'up', { kind: 'reorder', to: row.index - 1 }, row.index === 0)}
        ${button(t('Move Down'), 'down', { kind: 'reorder', to: row.index + 1 }, row.index + 1 >= slice.total)}
      </div>
      ${
        isBuiltIn && this.warned
          ? html`<p class="note problem" role="alert">
                ${icon('warning')}<span
                  >${t('Without this entry, the {count} built-in entries of this list no longer hold.', { count: slice.builtIn?.length ?? 0 })}</span
                >
              </p>
              <div class="buttons">
                <vscode-button
                  data-act="remove"
                  @click=${() => {
                    this.#wish(row, { kind: 'remove' });
                  }}
                  >${t('Remove the Built-in Entries')}</vscode-button
                >
              </div>`
          : nothing
      }
      ${
        row.kind !== 'entry' || slice.destinations.length === 0
          ? nothing
          : html`<label for="destination">${t('Move to')}</label>
              <select
                id="destination"
                @change=${(event: Event) => {
                  this.#transfer(event, row);
                }}
              >
                <option value="" selected>${t('Move to...')}</option>
                ${slice.destinations.map(({ label }, index) => html`<option value=${index}>${label}</option>`)}
              </select>`
      }`;
  }

  #transfer(event: Event, row: RuleRow): void {
    const select = event.currentTarget;
    if (!(select instanceof HTMLSelectElement) || select.value === '') return;
    this.#wish(row, { kind: 'transfer', destination: Number(select.value) });
    select.value = '';
  }

  #keydown(event: KeyboardEvent, row: RuleRow): void {
    const { rows, total, readOnly } = this.slice;
    const { key, altKey } = event;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (step !== 0 && altKey) {
      const to = row.index + step;
      if (readOnly === undefined && to >= 0 && to < total) this.#wish(row, { kind: 'reorder', to });
    } else if (step !== 0) this.focusRow({ index: Math.max(0, row.index + step) });
    else if (key === 'Home') this.focusRow({ index: 0 });
    else if (key === 'End') this.focusRow({ index: rows.length - 1 });
    else if (key === 'Delete' && readOnly === undefined) {
      // Only after a warning.
      if (row.kind === 'defaults') {
        this.warned = true;
        this.#wish(row, { kind: 'open' });
      } else this.#wish(row, { kind: 'remove' });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #grip(event: PointerEvent, row: RuleRow): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const list = this.renderRoot.querySelector('ul');
    list?.setPointerCapture(event.pointerId);
    this.drag = { from: row.index, to: row.index };
  }

  readonly #dragging = (event: PointerEvent): void => {
    const { drag } = this;
    if (drag === undefined) return;
    const items = [...this.renderRoot.querySelectorAll<HTMLElement>('li.row-item')];
    const over = items.find((item) => event.clientY < item.getBoundingClientRect().bottom) ?? items.at(-1);
    const to = Number(over?.dataset['index'] ?? drag.from);
    if (to !== drag.to) this.drag = { ...drag, to };
  };

  readonly #dropped = (): void => {
    const { drag } = this;
    this.drag = undefined;
    const row = drag === undefined ? undefined : this.slice.rows[drag.from];
    if (drag !== undefined && row !== undefined && drag.to !== drag.from) {
      this.#wish(row, { kind: 'reorder', to: drag.to });
    }
  };

  #wish(row: RuleRow, wish: RowWish): void {
    if (wish.kind !== 'open') this.warned = false;
    this.dispatchEvent(new RowEvent(row, wish));
  }
}
