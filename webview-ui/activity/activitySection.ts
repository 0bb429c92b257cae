import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ActivityFocus, ActivitySlice } from '../../src/panel/activity';
import { language } from '../common/language';
import { outcomeNames } from '../common/outcomeNames';
import { ActEvent } from '../common/actEvent';
import { type ActivityListElement, FIRST_ROWS, RowsEvent, type WantedRows } from './activityList';
import { LookEvent } from '../common/lookEvent';
import { fieldStyles } from '../common/fieldStyles';
import { sectionStyles } from '../common/sectionStyles';

type Filter = Pick<ActivityFocus, 'outcome' | 'agent' | 'search'>;

const OUTCOME_ORDER = ['allow', 'block'] as const;
/** Between keys. */
const TYPING_MS = 150;

@customElement('auto-mode-activity')
export class ActivitySection extends LitElement {
  static override styles = [
    sectionStyles,
    fieldStyles,
    css`
      .filters {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        margin-bottom: 6px;
      }

      input,
      select {
        /* As wide as what it says; where two do not fit beside each other, they are below each other. */
        flex: 1 1 116px;
      }

      input {
        flex-basis: 100%;
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
  #wanted: WantedRows = FIRST_ROWS;
  #typing: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const { outcome, agent, search } = this.remembered ?? {};
    this.filter = { outcome, agent, search };
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
      <h2 id="heading">${t('Decisions')}</h2>
      ${
        shown === undefined
          ? nothing
          : shown.kept === 0
            ? html`<p>
                ${t('No call was decided yet. As soon as a connected agent wants to do something, you see it here.')}
              </p>`
            : html`${this.#filters(shown)} ${this.#decisions(shown)}`
      }
    </section>`;
  }

  /** @returns whether the story's row is drawn */
  async focusOpener(id: string): Promise<boolean> {
    await this.updateComplete;
    return (await this.list?.focusDecision(id)) ?? false;
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
      <select aria-label=${t('Outcome')} @change=${this.#onOutcome}>
        <option value="" .selected=${filter.outcome === undefined}>${t('All outcomes')}</option>
        ${OUTCOME_ORDER.map(
          (outcome) =>
            html`<option value=${outcome} .selected=${filter.outcome === outcome}>${outcomeNames()[outcome]}</option>`,
        )}
      </select>
      <select aria-label=${t('Agent')} @change=${this.#onAgent}>
        <option value="" .selected=${filter.agent === undefined}>${t('All agents')}</option>
        ${named.map((agent) => html`<option value=${agent} .selected=${filter.agent === agent}>${agent}</option>`)}
      </select>
    </div>`;
  }

  #decisions(shown: ActivitySlice): TemplateResult {
    const number = new Intl.NumberFormat(language());
    const found = shown.total + shown.newer;
    if (found === 0) {
      return html`<p>${t('No decision fits.')}</p>
        <div class="buttons">
          <vscode-button secondary @click=${this.#showAll}>${t('Show All')}</vscode-button>
        </div>`;
    }
    return html`<auto-mode-activity-list .slice=${shown} @auto-mode-rows=${this.#onRows}></auto-mode-activity-list>
      <p class="quiet" data-found=${found}>
        ${t('{count} of {all}', { count: number.format(found), all: number.format(shown.kept) })}
      </p>
      <div class="buttons">
        <vscode-button secondary @click=${this.#clear}>${t('Empty This List')}</vscode-button>
      </div>`;
  }

  #look(): void {
    this.dispatchEvent(new LookEvent('activity', { ...this.filter, ...this.#wanted }));
  }

  #find(change: Filter): void {
    this.filter = { ...this.filter, ...change };
    this.#wanted = FIRST_ROWS;
    this.list?.restart();
    this.#look();
  }

  readonly #onRows = (event: Event): void => {
    if (!(event instanceof RowsEvent)) return;
    this.#wanted = event.wanted;
    this.#look();
  };

  readonly #onType = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      this.#find({ search: target.value === '' ? undefined : target.value });
    }, TYPING_MS);
  };

  readonly #onOutcome = ({ target }: Event): void => {
    if (!(target instanceof HTMLSelectElement)) return;
    this.#find({ outcome: OUTCOME_ORDER.find((outcome) => outcome === target.value) });
  };

  readonly #onAgent = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) this.#find({ agent: target.value === '' ? undefined : target.value });
  };

  readonly #showAll = (): void => {
    this.#find({ outcome: undefined, agent: undefined, search: undefined });
    this.renderRoot.querySelector('input')?.focus();
  };

  readonly #clear = (): void => {
    this.dispatchEvent(new ActEvent({ feature: 'activity', action: { kind: 'clear' } }));
  };
}
