import { t } from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { DraftAnswer, RuleEditingFocus, RuleGroup, RulePlace } from '../../src/panel/ruleEditing';
import { icon } from '../common/icon';
import { quietButton } from '../common/quietButton';
import type { ListName } from './ruleEditingChanges';
import './ruleEditingForm';
import type { RuleEditingForm } from './ruleEditingForm';
import { RowEvent, type RowWish } from './ruleEvents';
import { keyOf, linesOf, type OwnLine, type RuleLine } from './ruleLines';
import { ruleListStyles } from './ruleListStyles';
import { ruleOpened } from './ruleOpened';
import { placeChip } from './placeChip';
import { ruleWords } from './ruleWords';

/** One tab stop: arrow keys go from line to line. */
@customElement('auto-mode-rule-list')
export class RuleEditingList extends LitElement {
  static override styles = ruleListStyles;

  @property({ attribute: false }) group!: RuleGroup;
  @property({ attribute: false }) places!: readonly RulePlace[];
  @property({ attribute: false }) name!: string;
  /** If it is about this group. */
  @property({ attribute: false }) draft: RuleEditingFocus['draft'];
  @property({ attribute: false }) answer: DraftAnswer | undefined;
  /** Where the Tab key goes. */
  @state() private reached: string | undefined;
  /** Before the built-in entries are removed. */
  @state() private warned = false;
  /** Of another source, shown whole. */
  @state() private unfolded: string | undefined;
  @state() private drag: { readonly place: string; readonly from: number; readonly to: number } | undefined;

  /** The last one of its list if there are fewer. False: none. */
  focusRow(list: ListName, which: { readonly key: string } | { readonly index: number }): boolean {
    const own = this.#lines().filter((line) => line.kind === 'own' && line.list.place === list.place) as OwnLine[];
    const line =
      'key' in which ? own.find(({ row }) => row.key === which.key) : own[Math.min(which.index, own.length - 1)];
    if (line === undefined) return false;
    this.#focus(keyOf(line));
    return true;
  }

  async focusField(): Promise<void> {
    await this.updateComplete;
    const form = this.renderRoot.querySelector<RuleEditingForm>('auto-mode-rule-form');
    await form?.updateComplete;
    form?.focusField();
  }

  #lines(): readonly RuleLine[] {
    return linesOf(this.group);
  }

  #focus(key: string): void {
    this.reached = key;
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] .entry`)?.focus();
    });
  }

  protected override render(): TemplateResult | typeof nothing {
    const lines = this.#lines();
    const keys = lines.map(keyOf);
    const [first] = keys;
    if (first === undefined) return nothing;
    const reached = this.reached !== undefined && keys.includes(this.reached) ? this.reached : first;
    return html`<span id="keys" hidden
        >${t('Enter opens an entry, Alt with the arrow keys moves it, Delete removes it, Ctrl+Z undoes.')}</span
      >
      <ul
        aria-label=${t('Entries: {name}', { name: this.name })}
        aria-describedby="keys"
        @pointermove=${this.#dragging}
        @pointerup=${this.#dropped}
        @pointercancel=${() => (this.drag = undefined)}
      >
        ${repeat(lines, keyOf, (line) => this.#line(line, keyOf(line) === reached))}
      </ul>`;
  }

  #line(line: RuleLine, reached: boolean): TemplateResult {
    const key = keyOf(line);
    if (line.kind === 'other') {
      const open = this.unfolded === key;
      return html`<li class="row-item" data-key=${key} data-source=${line.source}>
        <div class="line">
          <span class="grip"></span>
          ${this.#entry(line, { reached, open }, () => (this.unfolded = open ? undefined : key))}
        </div>
      </li>`;
    }
    const { list, row } = line;
    const { drag, draft } = this;
    const open = draft?.place === list.place && draft.index === row.index;
    const isDrag = drag?.place === list.place;
    const side =
      !isDrag || drag.to !== row.index || drag.from === drag.to
        ? ''
        : drag.from < drag.to
          ? 'drop-after'
          : 'drop-before';
    const canChange = list.readOnly === undefined;
    const isEdited = open && canChange && row.kind === 'entry' && row.notEditable === undefined;
    const dragged = isDrag && drag.from === row.index ? 'dragged' : '';
    return html`<li
      class="row-item ${side} ${dragged}"
      data-key=${key}
      data-index=${row.index}
      data-kind=${row.kind}
      data-list=${list.place}
    >
      ${
        isEdited
          ? nothing
          : html`<div class="line">
              ${
                canChange
                  ? html`<span
                      class="grip"
                      title=${t('Drag to move')}
                      @pointerdown=${(event: PointerEvent) => {
                        this.#grip(event, line);
                      }}
                      >${icon('gripper')}</span
                    >`
                  : html`<span class="grip"></span>`
              }
              ${this.#entry(line, { reached, open }, () => {
                this.#wish(line, { kind: open ? 'close' : 'open' });
              })}
            </div>`
      }
      ${open ? this.#opened(line, isEdited) : nothing}
    </li>`;
  }

  #entry(line: RuleLine, { reached, open }: { reached: boolean; open: boolean }, click: () => void): TemplateResult {
    const { text, message, problem, overlap, hits, chip } = ruleWords(line, this.group, this.places);
    return html`<button
        class="entry"
        type="button"
        tabindex=${reached ? 0 : -1}
        aria-expanded=${open ? 'true' : 'false'}
        @click=${click}
        @focus=${() => (this.reached = keyOf(line))}
        @keydown=${(event: KeyboardEvent) => {
          this.#keydown(event, line);
        }}
      >
        <span class="text ${line.kind === 'own' && line.row.kind === 'defaults' ? '' : 'foreign'}" title=${text}
          >${text}</span
        >
        ${this.#mark('comment', message === undefined ? undefined : `"${message}"`, 'message')}
        ${this.#mark('error', problem === undefined ? undefined : `${t('Problem')}: ${problem}`, 'problem')}
        ${this.#mark('info', overlap === undefined ? undefined : `${t('Note')}: ${overlap}`, 'overlap')}
        <span class="end"
          >${placeChip(chip.source, chip.label)}${
            hits === undefined
              ? nothing
              : html`<span class="hits" data-hits=${hits.count} title=${hits.sentence}
                  ><span aria-hidden="true">${hits.short}</span><span class="unseen">${hits.sentence}</span></span
                >`
          }</span
        >
      </button>
      ${
        line.kind === 'own' && line.list.readOnly === undefined && line.row.kind !== 'defaults'
          ? html`<span class="trash"
              >${quietButton(
                'trash',
                t('Remove {rule}', { rule: text.slice(0, 100) }),
                () => {
                  this.#wish(line, { kind: 'remove' });
                },
                { mouseOnly: true },
              )}</span
            >`
          : nothing
      }`;
  }

  #mark(name: 'comment' | 'error' | 'info', said: string | undefined, kind: string): TemplateResult | typeof nothing {
    if (said === undefined) return nothing;
    return html`<span class="mark" data-mark=${kind} title=${said}
      >${icon(name)}<span class="unseen">${said}</span></span
    >`;
  }

  #opened(line: OwnLine, isEdited: boolean): TemplateResult {
    const { group, draft, answer } = this;
    return ruleOpened(line, {
      builtIn: group.builtIn ?? [],
      warned: this.warned,
      warn: () => (this.warned = !this.warned),
      wish: (wish) => {
        this.#wish(line, wish);
      },
      ...(isEdited && draft !== undefined ? { draft, answer } : {}),
    });
  }

  #keydown(event: KeyboardEvent, line: RuleLine): void {
    const { key, altKey } = event;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    const canChange = line.kind === 'own' && line.list.readOnly === undefined;
    if (step !== 0 && altKey) {
      if (canChange) {
        const to = line.row.index + step;
        if (to >= 0 && to < line.list.total) this.#wish(line, { kind: 'reorder', to });
      }
    } else if (step !== 0 || key === 'Home' || key === 'End') {
      const keys = this.#lines().map(keyOf);
      const at = keys.indexOf(keyOf(line)) + step;
      const target = key === 'Home' ? keys[0] : key === 'End' ? keys.at(-1) : keys[at];
      if (target !== undefined) this.#focus(target);
    } else if (key === 'Delete' && canChange) {
      // Only after a warning.
      if (line.row.kind === 'defaults') {
        this.warned = true;
        this.#wish(line, { kind: 'open' });
      } else this.#wish(line, { kind: 'remove' });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #grip(event: PointerEvent, { list, row }: OwnLine): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.renderRoot.querySelector('ul')?.setPointerCapture(event.pointerId);
    this.drag = { place: list.place, from: row.index, to: row.index };
  }

  /** Only within its list. */
  readonly #dragging = (event: PointerEvent): void => {
    const { drag } = this;
    if (drag === undefined) return;
    const items = [...this.renderRoot.querySelectorAll<HTMLElement>('li.row-item')].filter(
      (item) => item.dataset['list'] === drag.place,
    );
    const over = items.find((item) => event.clientY < item.getBoundingClientRect().bottom) ?? items.at(-1);
    const to = Number(over?.dataset['index'] ?? drag.from);
    if (to !== drag.to) this.drag = { ...drag, to };
  };

  readonly #dropped = (): void => {
    const { drag } = this;
    this.drag = undefined;
    if (drag === undefined || drag.to === drag.from) return;
    const line = this.#lines().find(
      (one) => one.kind === 'own' && one.list.place === drag.place && one.row.index === drag.from,
    );
    if (line?.kind === 'own') this.#wish(line, { kind: 'reorder', to: drag.to });
  };

  #wish({ list, row }: OwnLine, wish: RowWish): void {
    if (wish.kind !== 'open') this.warned = false;
    this.dispatchEvent(new RowEvent(list, row, wish));
  }
}
