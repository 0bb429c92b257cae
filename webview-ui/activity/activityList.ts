import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ActivityFocus, ActivityRow, ActivitySlice } from '../../src/panel/activity';
import { activityRow, activityRowStyles, ROW_PIXELS } from './activityRow';
import { LookEvent } from '../common/lookEvent';
import { sectionStyles } from '../common/sectionStyles';

export type WantedRows = Pick<ActivityFocus, 'first' | 'count' | 'newest'>;
export const FIRST_ROWS: WantedRows = { first: 0, count: 50 };

export class RowsEvent extends Event {
  static readonly type = 'auto-mode-rows';

  constructor(readonly wanted: WantedRows) {
    super(RowsEvent.type);
  }
}

const DRAWN_MARGIN = 4;
/** Around the visible rows, so that most scrolling finds its rows. */
const ASKED_MARGIN = 20;
/** With so few left, others are requested. */
const LOW_MARGIN = 6;

/**
 * Only visible rows exist. While the user has scrolled down or is in the list by keyboard, a button offers new
 * decisions.
 */
@customElement('auto-mode-activity-list')
export class ActivityListElement extends LitElement {
  static override styles = [
    sectionStyles,
    activityRowStyles,
    css`
      :host {
        position: relative;
      }

      .scroller {
        border: 1px solid var(--line);
        box-sizing: border-box;
        max-height: min(60vh, 436px);
        overflow: hidden auto;
        overflow-anchor: none;
      }

      .scroller:focus-visible {
        outline: var(--focus);
        outline-offset: -1px;
      }

      .rows {
        position: relative;
      }

      .newer {
        background: var(--vscode-button-background);
        border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent));
        border-radius: 2px;
        color: var(--vscode-button-foreground);
        cursor: pointer;
        font: inherit;
        margin-bottom: 4px;
        padding: 2px 8px;
      }

      .newer:hover {
        background: var(--vscode-button-hoverBackground);
      }

      .newer:focus-visible {
        outline: var(--focus);
        outline-offset: 2px;
      }
    `,
  ];

  @property({ attribute: false }) slice!: ActivitySlice;
  /** By its place. */
  @state() private active = 0;
  @state() private scrolled = 0;
  @state() private height = 436;
  @query('.scroller') private scroller!: HTMLElement | null;
  #asked = FIRST_ROWS;
  #wantsFocus = false;
  #observer: ResizeObserver | undefined;

  /** From the newest on. */
  restart(): void {
    this.active = 0;
    this.#asked = FIRST_ROWS;
    this.scrolled = 0;
    if (this.scroller !== null) this.scroller.scrollTop = 0;
  }

  /** False if the row is not drawn. */
  async focusDecision(id: string): Promise<boolean> {
    await this.updateComplete;
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('.decision')];
    const row = rows.find(({ dataset }) => dataset['id'] === id);
    row?.focus({ preventScroll: true });
    return row !== undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  protected override firstUpdated(): void {
    const { scroller } = this;
    if (scroller === null) return;
    this.#observer = new ResizeObserver(() => {
      // Behind a story the list has no height.
      if (scroller.clientHeight > 0) this.height = scroller.clientHeight;
    });
    this.#observer.observe(scroller);
  }

  protected override willUpdate(): void {
    const { focused } = this;
    // If the focused row is no longer drawn the list takes the focus, so that keys go on working.
    if (focused === undefined || this.#drawn().some(({ row }) => row.id === focused.dataset['id'])) return;
    this.scroller?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const total = this.#total();
    const drawn = this.#drawn();
    const stop = drawn.some(({ index }) => index === this.active) ? this.active : drawn[0]?.index;
    const newer = this.slice.newer + this.#late();
    return html`${
        newer === 0
          ? nothing
          : html`<button type="button" class="newer" @click=${this.#showNewest}>
              ${t('Show {count} new', { count: newer })}
            </button>`
      }
      <div class="scroller" tabindex="-1" @scroll=${this.#onScroll} @keydown=${this.#onKey}>
        <div
          class="rows"
          role="listbox"
          aria-label=${t('Decisions, newest first')}
          .style=${`height: ${total * ROW_PIXELS}px`}
          @focusin=${this.#onFocus}
          @focusout=${this.#onBlur}
          @click=${this.#onClick}
        >
          ${repeat(
            drawn,
            ({ row }) => row.number,
            ({ row, index }) => activityRow(row, { index, total, isStop: index === stop }),
          )}
        </div>
      </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.#wantsFocus) {
      const row = this.renderRoot.querySelector<HTMLElement>(`[data-index="${this.active}"]`);
      (row ?? this.scroller)?.focus({ preventScroll: true });
      this.#wantsFocus = row === null;
    }
    if (changed.size > 0) this.#askForRows();
  }

  private get focused(): HTMLElement | undefined {
    const focused = this.shadowRoot?.activeElement;
    return focused instanceof HTMLElement && focused.dataset['id'] !== undefined ? focused : undefined;
  }

  #late(): number {
    const { newest } = this.#asked;
    const { first, rows } = this.slice;
    if (newest === undefined || first > 0) return 0;
    return rows.filter(({ number }) => number > newest).length;
  }

  #total(): number {
    return this.slice.total - this.#late();
  }

  #seen(): { readonly from: number; readonly to: number } {
    const from = Math.floor(this.scrolled / ROW_PIXELS);
    return { from, to: from + Math.ceil(this.height / ROW_PIXELS) + 1 };
  }

  #drawn(): readonly { readonly row: ActivityRow; readonly index: number }[] {
    const { from, to } = this.#seen();
    const late = this.#late();
    return this.slice.rows
      .map((row, place) => ({ row, index: this.slice.first + place - late }))
      .filter(({ index }) => index >= Math.max(0, from - DRAWN_MARGIN) && index < to + DRAWN_MARGIN);
  }

  #askForRows(): void {
    const { from, to } = this.#seen();
    const { first, count } = this.#asked;
    const isLow =
      (first > 0 && from < first + LOW_MARGIN) || (first + count < this.#total() && to > first + count - LOW_MARGIN);
    if (!isLow) return;
    const start = Math.max(0, from - ASKED_MARGIN);
    this.#ask({ ...this.#asked, first: start, count: Math.min(200, to + ASKED_MARGIN - start) });
  }

  #ask(wanted: WantedRows): void {
    this.#asked = wanted;
    this.dispatchEvent(new RowsEvent(wanted));
  }

  #stay(): void {
    const [row] = this.slice.rows;
    if (this.#asked.newest !== undefined || this.slice.first > 0 || row === undefined) return;
    this.#ask({ ...this.#asked, newest: row.number });
  }

  #follow(): void {
    if (this.#asked.newest === undefined) return;
    this.active = 0;
    this.#ask(FIRST_ROWS);
  }

  readonly #showNewest = (): void => {
    this.restart();
    this.#ask(FIRST_ROWS);
    // The button goes away.
    this.scroller?.focus({ preventScroll: true });
  };

  readonly #onScroll = (): void => {
    this.scrolled = this.scroller?.scrollTop ?? 0;
    if (this.scrolled > 0) this.#stay();
    else if (this.focused === undefined) this.#follow();
  };

  readonly #onFocus = (event: FocusEvent): void => {
    const index = Number(rowOf(event)?.dataset['index'] ?? Number.NaN);
    if (Number.isNaN(index)) return;
    this.active = index;
    this.#stay();
  };

  readonly #onBlur = (event: FocusEvent): void => {
    const { relatedTarget } = event;
    if (relatedTarget instanceof Node && this.scroller?.contains(relatedTarget) === true) return;
    if (this.scrolled === 0) this.#follow();
  };

  readonly #onClick = (event: Event): void => {
    this.#open(rowOf(event));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor(this.height / ROW_PIXELS) - 1);
    const last = this.#total() - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) this.#moveTo(Math.min(Math.max(target, 0), last));
    else if (event.key === 'Enter' || event.key === ' ') this.#open(this.focused);
    else return;
    event.preventDefault();
  };

  #moveTo(index: number): void {
    const { scroller } = this;
    if (scroller === null || index < 0) return;
    this.#stay();
    this.active = index;
    const top = index * ROW_PIXELS;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + ROW_PIXELS > scroller.scrollTop + this.height) scroller.scrollTop = top + ROW_PIXELS - this.height;
    this.scrolled = scroller.scrollTop;
    this.#wantsFocus = true;
    this.requestUpdate();
  }

  #open(row: HTMLElement | undefined): void {
    const id = row?.dataset['id'];
    if (row === undefined || id === undefined) return;
    row.focus({ preventScroll: true });
    this.dispatchEvent(new LookEvent('story', { id }));
  }
}

function rowOf({ target }: Event): HTMLElement | undefined {
  const row = target instanceof Element ? target.closest('.decision') : null;
  return row instanceof HTMLElement ? row : undefined;
}
