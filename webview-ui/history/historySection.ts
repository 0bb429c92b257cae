import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { stageNames } from '../../src/texts/stageNames';
import type { HistoryFilter, HistoryFocus, HistoryRow, HistorySlice } from '../../src/panel/history';
import type { PanelDenial } from '../../src/panel/panelDenial';
import { ActEvent } from '../common/actEvent';
import { commandButton } from '../common/commandButton';
import './historyRow';
import { type HistoryRowElement, HistoryRowEvent } from './historyRow';
import { LookEvent } from '../common/lookEvent';
import { fieldStyles } from '../common/fieldStyles';
import { sectionStyles } from '../common/sectionStyles';

const SHOWN = 12;
const MORE = 25;
const MOST = 500;
const MOST_OPEN = 20;
const START: HistoryFocus = {
  filter: { search: '', agent: '', stage: '', unjudged: false },
  count: SHOWN,
  open: [],
};

/** From the log on demand; until then from the snapshot. */
@customElement('auto-mode-history')
export class HistorySection extends LitElement {
  static override styles = [
    sectionStyles,
    fieldStyles,
    css`
      .filters {
        display: grid;
        gap: 6px;
        grid-template-columns: repeat(auto-fit, minmax(140px, 1fr));
        margin-bottom: 8px;
      }

      label.check {
        align-items: center;
        display: flex;
        gap: 6px;
      }

      .added {
        border: 1px solid var(--line);
        overflow-wrap: anywhere;
        padding: 6px 8px;
      }
    `,
  ];

  @property({ attribute: false }) denials!: readonly PanelDenial[];
  @property({ attribute: false }) slice: HistorySlice | undefined;
  @property({ attribute: false }) canReset = false;
  @state() private focusOfList: HistoryFocus = START;
  #touched = false;
  /** Has the focus while something else is drawn. */
  #focused: Element | undefined;

  constructor() {
    super();
    this.addEventListener(HistoryRowEvent.type, (event) => {
      if (!(event instanceof HistoryRowEvent)) return;
      const { id, what } = event;
      const { open } = this.focusOfList;
      const others = open.filter((other) => other !== id);
      if (what === 'open') this.#look({ open: [...others, id].slice(-MOST_OPEN) });
      else if (what === 'shut') this.#look({ open: others });
      else this.#look({ adding: what === 'add' ? id : undefined });
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#focused = this.shadowRoot?.activeElement ?? undefined;
    if (!changed.has('slice') || this.slice === undefined) return;
    // After a reload only the panel remembers the focus.
    if (!this.#touched) this.focusOfList = this.slice.focus;
    else if (this.slice.focus.adding === undefined && this.slice.added !== undefined) {
      const { adding: _done, ...focus } = this.focusOfList;
      if (!this.#isAsked) this.focusOfList = focus;
    }
    if (this.slice.focus.adding !== undefined) this.#isAsked = false;
  }

  /** @returns whether the entry is here and unfolded */
  async focusOpener(id: string): Promise<boolean> {
    await this.updateComplete;
    const entries = [...this.renderRoot.querySelectorAll<HistoryRowElement>('auto-mode-history-row')];
    return (await entries.find(({ row }) => row.id === id)?.focusOpener()) ?? false;
  }

  /** If the pressed button is missing, the focus goes to the heading. */
  protected override updated(): void {
    if (this.#focused === undefined || this.#focused.isConnected || !document.hasFocus()) return;
    this.renderRoot.querySelector('h2')?.focus();
  }

  async focusStart(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector('h2')?.focus();
  }

  /** The host has not answered yet. */
  #isAsked = false;

  protected override render(): TemplateResult {
    const { slice, focusOfList: focus } = this;
    const isPlain = JSON.stringify(focus.filter) === JSON.stringify(START.filter);
    const isAtStart = isPlain && focus.count === SHOWN;
    const rows: readonly HistoryRow[] = slice?.rows ?? this.denials;
    const isEmpty = rows.length === 0 && isPlain;
    const total = slice?.total ?? rows.length;
    return html`<section aria-labelledby="heading">
      <h2 id="heading" tabindex="-1">${t('Blocked calls')}</h2>
      ${this.#added()} ${isEmpty && isAtStart ? html`<p>${t('Nothing has been blocked yet.')}</p>` : this.#filters()}
      ${slice?.loading === true ? html`<p class="quiet" data-loading>${t('Reading the log…')}</p>` : nothing}
      ${
        rows.length === 0 && !isEmpty
          ? html`<p data-no-match>${t('No blocked call matches. Change the search or the filters.')}</p>`
          : html`<ul>
              ${repeat(
                rows,
                ({ id }) => id,
                (row) =>
                  html`<li>
                    <auto-mode-history-row
                      .row=${row}
                      .open=${focus.open.includes(row.id)}
                      .adding=${focus.adding === row.id}
                    ></auto-mode-history-row>
                  </li>`,
              )}
            </ul>`
      }
      ${isAtStart ? nothing : html`<p class="quiet" data-shown-count>${t('{shown} of {total}', { shown: rows.length, total })}</p>`}
      <div class="buttons">
        ${
          focus.count < MOST && (slice === undefined || isAtStart || total > rows.length)
            ? this.#button('showMore', t('Show More'), () => {
                this.#look({ count: Math.min(MOST, focus.count + MORE) });
              })
            : nothing
        }
        ${
          focus.count > SHOWN
            ? this.#button('showFewer', t('Show Fewer'), () => {
                this.#look({ count: SHOWN });
              })
            : nothing
        }
        ${
          isEmpty
            ? nothing
            : this.#button('export', t('Export…'), () => {
                this.dispatchEvent(
                  new ActEvent({ feature: 'history', action: { kind: 'export', filter: focus.filter } }),
                );
              })
        }
        ${
          isEmpty
            ? [
                commandButton(t('See an Example'), { kind: 'seeExample' }),
                commandButton(t('Show Log'), { kind: 'showLog' }, { secondary: true }),
              ]
            : nothing
        }
        ${this.canReset ? commandButton(t('Reset Counters and History'), { kind: 'reset' }, { secondary: true }) : nothing}
      </div>
    </section>`;
  }

  /** There before its text: screen readers do not speak what arrives together with its region. */
  #added(): TemplateResult {
    const { slice } = this;
    const added = slice?.added;
    return html`<div class=${added === undefined ? '' : 'added'}>
      <div role="status">${added ?? nothing}</div>
      ${
        added === undefined
          ? nothing
          : html`<div class="buttons">
              ${this.#button('undoRule', t('Undo'), () => {
                this.dispatchEvent(new ActEvent({ feature: 'history', action: { kind: 'undoRule' } }));
              })}
            </div>`
      }
    </div>`;
  }

  #filters(): TemplateResult {
    const { slice, focusOfList: focus } = this;
    const { filter } = focus;
    return html`<div class="filters">
      <input
        type="search"
        maxlength="200"
        aria-label=${t('Search blocked calls')}
        placeholder=${t('Search blocked calls')}
        .value=${filter.search}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) this.#filter({ search: event.target.value });
        }}
      />
      ${
        slice === undefined
          ? nothing
          : html`<select
                aria-label=${t('Agent')}
                data-filter="agent"
                @change=${(event: Event) => {
                  if (event.target instanceof HTMLSelectElement) this.#filter({ agent: event.target.value });
                }}
              >
                <option value="" ?selected=${filter.agent === ''}>${t('All agents')}</option>
                ${slice.agents.map(
                  ({ id, name }) => html`<option value=${id} ?selected=${filter.agent === id}>${name}</option>`,
                )}
              </select>
              <select
                aria-label=${t('Check')}
                data-filter="stage"
                @change=${(event: Event) => {
                  if (event.target instanceof HTMLSelectElement) this.#filter({ stage: event.target.value });
                }}
              >
                <option value="" ?selected=${filter.stage === ''}>${t('All checks')}</option>
                ${slice.stages.map(
                  (id) => html`<option value=${id} ?selected=${filter.stage === id}>${stageNames()[id]}</option>`,
                )}
              </select>
              <label class="check"
                ><input
                  type="checkbox"
                  .checked=${filter.unjudged}
                  @change=${(event: Event) => {
                    if (event.target instanceof HTMLInputElement) this.#filter({ unjudged: event.target.checked });
                  }}
                />${t('Only those that were not judged')}</label
              >`
      }
    </div>`;
  }

  #button(name: string, label: string, run: () => void): TemplateResult {
    return html`<vscode-button secondary data-act=${name} @click=${run}>${label}</vscode-button>`;
  }

  #filter(change: Partial<HistoryFilter>): void {
    this.#look({ filter: { ...this.focusOfList.filter, ...change } });
  }

  #look(change: Partial<HistoryFocus>): void {
    this.#touched = true;
    const focus = { ...this.focusOfList, ...change };
    if (change.adding !== undefined) this.#isAsked = true;
    this.focusOfList = focus;
    this.dispatchEvent(new LookEvent('history', focus));
  }
}
