import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ActivityFocus, ActivityLine, ActivitySlice } from '../../src/panel/activity';
import { activityRow, activityRowStyles, headingLine, LINE_PIXELS } from './activityRow';
import { language } from '../common/language';
import { LookEvent } from '../common/lookEvent';
import { sectionStyles } from '../common/sectionStyles';

export type WantedLines = Pick<ActivityFocus, 'first' | 'count' | 'newest'>;
export const FIRST_LINES: WantedLines = { first: 0, count: 50 };

export class LinesEvent extends Event {
  static readonly type = 'auto-mode-lines';

  constructor(readonly wanted: WantedLines) {
    super(LinesEvent.type);
  }
}

/** Equal calls are to be shown one by one, or together. */
export class UnfoldEvent extends Event {
  static readonly type = 'auto-mode-unfold';

  constructor(
    readonly id: string,
    readonly open: boolean,
  ) {
    super(UnfoldEvent.type);
  }
}

const DRAWN_MARGIN = 8;
/** Around the visible lines, so that most scrolling finds its lines. */
const ASKED_MARGIN = 40;
/** With so few left, others are requested. */
const LOW_MARGIN = 12;
const MAX_PIXELS = 442;
/** The age of a row is shown in minutes. */
const AGE_MS = 30_000;

/**
 * Only visible lines exist. While the user has scrolled down, points at the list or is in it by keyboard, nothing in it
 * moves and a button offers new decisions.
 */
@customElement('auto-mode-activity-list')
export class ActivityListElement extends LitElement {
  static override styles = [
    sectionStyles,
    activityRowStyles,
    css`
      :host {
        container-type: inline-size;
      }

      .over {
        align-items: center;
        display: flex;
        font-size: 0.9em;
        height: 22px;
        justify-content: space-between;
        margin-bottom: 2px;
      }

      .scroller {
        border-top: 1px solid var(--line);
        box-sizing: border-box;
        max-height: min(60vh, ${MAX_PIXELS}px);
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
        background: var(--vscode-badge-background);
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 9px;
        color: var(--vscode-badge-foreground);
        cursor: pointer;
        font: inherit;
        padding: 0 8px;
      }

      .newer:focus-visible {
        outline: var(--focus);
        outline-offset: 1px;
      }
    `,
  ];

  @property({ attribute: false }) slice!: ActivitySlice;
  /** The line that the keyboard is at. */
  @state() private active = 0;
  @state() private scrolled = 0;
  @state() private height = MAX_PIXELS;
  @state() private now = Date.now();
  @query('.scroller') private scroller!: HTMLElement | null;
  /** The last slice that answers what was asked: an earlier one would move what the user looks at. */
  #shown!: ActivitySlice;
  #asked = FIRST_LINES;
  #isPointedAt = false;
  /** Where to go on if there is a heading. */
  #step: 1 | -1 = 1;
  #wantsFocus = false;
  /** The host has not answered yet. */
  #unfolding: UnfoldEvent | undefined;
  #observer: ResizeObserver | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;

  /** From the newest on. */
  restart(): void {
    this.active = 0;
    this.#asked = FIRST_LINES;
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

  override connectedCallback(): void {
    super.connectedCallback();
    this.#clock = setInterval(() => {
      this.now = Date.now();
    }, AGE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    clearInterval(this.#clock);
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

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('slice') && (!this.hasUpdated || this.slice.upTo === this.#asked.newest)) {
      this.#shown = this.slice;
      this.now = Date.now();
      this.#focusUnfolded();
    }
    const { focused } = this;
    // If the focused row is no longer drawn the list takes the focus, so that keys go on working.
    if (focused === undefined || this.#drawn().some(({ line }) => 'id' in line && line.id === focused.dataset['id']))
      return;
    this.scroller?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const { total, rows, newer, found, kept } = this.#shown;
    const { now } = this;
    const drawn = this.#drawn();
    const decisions = drawn.filter(({ line }) => 'id' in line);
    const stop = decisions.some(({ index }) => index === this.active) ? this.active : decisions[0]?.index;
    const number = new Intl.NumberFormat(language());
    const count = found + newer;
    return html`<div class="over">
        <span class="quiet" data-found=${count}
          >${t('{count} of {all}', { count: number.format(count), all: number.format(kept) })}</span
        >
        ${
          newer === 0
            ? nothing
            : html`<button type="button" class="newer" @click=${this.#showNewest}>
                ${t('Show {count} new', { count: newer })}
              </button>`
        }
      </div>
      <div
        class="scroller"
        tabindex="-1"
        @scroll=${this.#onScroll}
        @keydown=${this.#onKey}
        @pointerenter=${this.#onPointer}
        @pointerleave=${this.#onPointer}
      >
        <div
          class="rows"
          role="listbox"
          aria-label=${t('Decisions, newest first')}
          .style=${`height: ${total * LINE_PIXELS}px`}
          @focusin=${this.#onFocus}
          @focusout=${this.#onBlur}
          @click=${this.#onClick}
        >
          ${repeat(
            drawn,
            ({ line }) => line.number,
            ({ line, index }) =>
              'id' in line ? activityRow(line, { index, rows, isStop: index === stop, now }) : headingLine(line, index),
          )}
        </div>
      </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.#wantsFocus) {
      const line = this.#lineAt(this.active);
      if (line !== undefined && !('id' in line)) {
        this.#moveTo(this.active + this.#step);
        return;
      }
      const row = this.renderRoot.querySelector<HTMLElement>(`[data-index="${this.active}"]`);
      (row ?? this.scroller)?.focus({ preventScroll: true });
      this.#wantsFocus = row === null;
    }
    if (changed.size > 0) this.#askForLines();
  }

  private get focused(): HTMLElement | undefined {
    const focused = this.shadowRoot?.activeElement;
    return focused instanceof HTMLElement && focused.dataset['id'] !== undefined ? focused : undefined;
  }

  #lineAt(index: number): ActivityLine | undefined {
    const { first, lines } = this.#shown;
    return lines[index - first];
  }

  #seen(): { readonly from: number; readonly to: number } {
    const from = Math.floor(this.scrolled / LINE_PIXELS);
    return { from, to: from + Math.ceil(this.height / LINE_PIXELS) + 1 };
  }

  #drawn(): readonly { readonly line: ActivityLine; readonly index: number }[] {
    const { from, to } = this.#seen();
    const { first, lines } = this.#shown;
    return lines
      .map((line, place) => ({ line, index: first + place }))
      .filter(({ index }) => index >= Math.max(0, from - DRAWN_MARGIN) && index < to + DRAWN_MARGIN);
  }

  #askForLines(): void {
    const { from, to } = this.#seen();
    const { first, count } = this.#asked;
    const { total } = this.#shown;
    const isLow =
      (first > 0 && from < first + LOW_MARGIN) || (first + count < total && to > first + count - LOW_MARGIN);
    if (!isLow) return;
    const start = Math.max(0, from - ASKED_MARGIN);
    this.#ask({ ...this.#asked, first: start, count: Math.min(200, to + ASKED_MARGIN - start) });
  }

  #ask(wanted: WantedLines): void {
    this.#asked = wanted;
    this.dispatchEvent(new LinesEvent(wanted));
  }

  #stay(): void {
    if (this.#asked.newest !== undefined || this.#shown.total === 0) return;
    this.#ask({ ...this.#asked, newest: this.#shown.newest });
  }

  /** Unless the user is still in the list. */
  #follow(): void {
    if (this.#asked.newest === undefined || this.#isPointedAt || this.scrolled > 0 || this.focused !== undefined)
      return;
    this.active = 0;
    this.#ask(FIRST_LINES);
  }

  readonly #showNewest = (): void => {
    this.restart();
    this.#ask(FIRST_LINES);
    // The button goes away.
    this.scroller?.focus({ preventScroll: true });
  };

  readonly #onPointer = ({ type }: Event): void => {
    this.#isPointedAt = type === 'pointerenter';
    if (this.#isPointedAt) this.#stay();
    else this.#follow();
  };

  readonly #onScroll = (): void => {
    this.scrolled = this.scroller?.scrollTop ?? 0;
    if (this.scrolled > 0) this.#stay();
    else this.#follow();
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
    // The focus is still here while it leaves.
    setTimeout(() => {
      this.#follow();
    });
  };

  readonly #onClick = (event: Event): void => {
    const row = rowOf(event);
    const isFold = event.target instanceof Element && event.target.closest('.fold') !== null;
    if (isFold) this.#unfold(row);
    else this.#open(row);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor(this.height / LINE_PIXELS) - 1);
    const last = this.#shown.total - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      // Above the first row there may be a heading.
      this.#step = target < this.active && target > 0 ? -1 : 1;
      this.#moveTo(Math.min(Math.max(target, 0), last));
    } else if (event.key === 'Enter' || event.key === ' ') this.#open(this.focused);
    else if (event.key === 'ArrowRight') this.#unfold(this.focused, true);
    else if (event.key === 'ArrowLeft') this.#unfold(this.focused, false);
    else return;
    event.preventDefault();
  };

  #moveTo(index: number): void {
    const { scroller } = this;
    if (scroller === null || index < 0) return;
    this.#stay();
    this.active = index;
    const top = index * LINE_PIXELS;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + LINE_PIXELS > scroller.scrollTop + this.height) {
      scroller.scrollTop = top + LINE_PIXELS - this.height;
    }
    this.scrolled = scroller.scrollTop;
    this.#wantsFocus = true;
    this.requestUpdate();
  }

  /** @param open undefined: the other way round */
  #unfold(row: HTMLElement | undefined, open?: boolean): void {
    const line = this.#lineAt(Number(row?.dataset['index'] ?? Number.NaN));
    if (line === undefined || !('id' in line) || line.fold === undefined || line.fold.open === open) return;
    const event = new UnfoldEvent(line.fold.id, !line.fold.open);
    if (row === this.focused) this.#unfolding = event;
    this.dispatchEvent(event);
  }

  /** The focus stays with the first of the equal calls. */
  #focusUnfolded(): void {
    const { first, lines } = this.#shown;
    const place = lines.findIndex(
      (line) => 'id' in line && line.fold?.id === this.#unfolding?.id && line.fold?.open === this.#unfolding?.open,
    );
    if (this.#unfolding === undefined || place === -1) return;
    this.#unfolding = undefined;
    this.active = first + place;
    this.#wantsFocus = true;
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
