import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { ActivityFocus, ActivitySlice } from '../../src/panel/activity';
import './activityBar';
import { PartEvent } from './activityBar';
import { type ActivityListElement, FIRST_LINES, LinesEvent, UnfoldEvent, type WantedLines } from './activityList';
import { CommandEvent } from '../common/clickedCommand';
import { fieldStyles } from '../common/fieldStyles';
import { linkStyles } from '../common/linkStyles';
import { LookEvent } from '../common/lookEvent';
import { sectionStyles } from '../common/sectionStyles';

type Filter = Pick<ActivityFocus, 'part' | 'agent' | 'search' | 'unfolded'>;

/** Between keys. */
const TYPING_MS = 150;
/** As many as the host takes. */
const MAX_UNFOLDED = 20;

/** What was decided: who settled the calls of today, and each decision. Blocked calls are a part of the list. */
@customElement('auto-mode-activity')
export class ActivitySection extends LitElement {
  static override styles = [
    sectionStyles,
    fieldStyles,
    linkStyles,
    css`
      h2:focus-visible {
        outline: var(--focus);
      }

      .filters {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        margin-top: 8px;
      }

      input {
        flex: 3 1 116px;
      }

      select {
        flex: 1 1 90px;
      }
    `,
  ];

  /** Undefined while the panel looks elsewhere: the last seen stays. */
  @property({ attribute: false }) slice: ActivitySlice | undefined;
  /** From when the panel was last open. */
  @property({ attribute: false }) remembered: ActivityFocus | undefined;
  @state() private filter: Filter = {};
  @state() private shown: ActivitySlice | undefined;
  @query('auto-mode-activity-list') private list!: ActivityListElement | null;
  #wanted: WantedLines = FIRST_LINES;
  #typing: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const { part, agent, search } = this.remembered ?? {};
    this.filter = { part, agent, search };
    this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('slice') && this.slice !== undefined) this.shown = this.slice;
  }

  protected override render(): TemplateResult {
    const { shown } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading" tabindex="-1">${t('Today')}</h2>
      ${
        shown === undefined
          ? nothing
          : shown.kept === 0
            ? html`<p>
                ${t('No call yet. What a connected agent wants to do appears here.')}
                <button type="button" class="link" data-command="seeExample" @click=${this.#seeExample}>
                  ${t('See an Example')}
                </button>
              </p>`
            : html`<auto-mode-activity-bar
                  .today=${shown.today}
                  .pressed=${this.filter.part}
                  @auto-mode-part=${this.#onPart}
                ></auto-mode-activity-bar>
                ${this.#filters(shown)} ${this.#decisions(shown)}`
      }
    </section>`;
  }

  /** @returns whether the story's row is drawn */
  async focusOpener(id: string): Promise<boolean> {
    await this.updateComplete;
    return (await this.list?.focusDecision(id)) ?? false;
  }

  /** Shows blocked calls alone, and takes the focus. */
  async showBlocked(): Promise<void> {
    this.#find({ part: 'blocked', agent: undefined, search: undefined });
    await this.updateComplete;
    this.renderRoot.querySelector('h2')?.focus();
  }

  #filters({ agents }: ActivitySlice): TemplateResult {
    const { filter } = this;
    const named = filter.agent === undefined || agents.includes(filter.agent) ? agents : [...agents, filter.agent];
    return html`<div class="filters">
      <input
        type="search"
        aria-label=${t('Search decisions')}
        placeholder=${t('Search decisions')}
        maxlength="200"
        .value=${filter.search ?? ''}
        @input=${this.#onType}
      />
      ${
        named.length < 2 && filter.agent === undefined
          ? nothing
          : html`<select aria-label=${t('Agent')} @change=${this.#onAgent}>
              <option value="" .selected=${filter.agent === undefined}>${t('All agents')}</option>
              ${named.map((agent) => html`<option value=${agent} .selected=${filter.agent === agent}>${agent}</option>`)}
            </select>`
      }
    </div>`;
  }

  #decisions(shown: ActivitySlice): TemplateResult {
    if (shown.found + shown.newer === 0) {
      return html`<p data-found="0">
        ${t('No decision fits.')}
        <button type="button" class="link" data-act="showAll" @click=${this.#showAll}>${t('Show All')}</button>
      </p>`;
    }
    return html`<auto-mode-activity-list
      .slice=${shown}
      @auto-mode-lines=${this.#onLines}
      @auto-mode-unfold=${this.#onUnfold}
    ></auto-mode-activity-list>`;
  }

  #look(): void {
    this.dispatchEvent(new LookEvent('activity', { ...this.filter, ...this.#wanted }));
  }

  #find(change: Filter): void {
    this.filter = { ...this.filter, ...change };
    this.#wanted = FIRST_LINES;
    this.list?.restart();
    this.#look();
  }

  readonly #onLines = (event: Event): void => {
    if (!(event instanceof LinesEvent)) return;
    this.#wanted = event.wanted;
    this.#look();
  };

  readonly #onUnfold = (event: Event): void => {
    if (!(event instanceof UnfoldEvent)) return;
    const others = (this.filter.unfolded ?? []).filter((id) => id !== event.id);
    const unfolded = event.open ? [...others, event.id].slice(-MAX_UNFOLDED) : others;
    this.filter = { ...this.filter, unfolded };
    this.#look();
  };

  readonly #onPart = (event: Event): void => {
    if (event instanceof PartEvent) this.#find({ part: event.part });
  };

  readonly #onType = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      this.#find({ search: target.value === '' ? undefined : target.value });
    }, TYPING_MS);
  };

  readonly #onAgent = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) this.#find({ agent: target.value === '' ? undefined : target.value });
  };

  readonly #showAll = (): void => {
    this.#find({ part: undefined, agent: undefined, search: undefined });
    this.renderRoot.querySelector('input')?.focus();
  };

  readonly #seeExample = (): void => {
    this.dispatchEvent(new CommandEvent({ kind: 'seeExample' }));
  };
}
