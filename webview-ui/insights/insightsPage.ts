import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { InsightFigures, InsightsFocus, InsightsSlice } from '../../src/panel/insights';
import { deciderNames, DECIDERS, deciderOf, type Decider } from '../../src/texts/deciders';
import { ActEvent } from '../common/actEvent';
import { dollarText } from '../common/amountText';
import { deciderMark } from '../common/deciderMark';
import { durationText } from '../common/durationText';
import { fieldStyles } from '../common/fieldStyles';
import { language } from '../common/language';
import { linkStyles } from '../common/linkStyles';
import { LookEvent } from '../common/lookEvent';
import { sectionStyles } from '../common/sectionStyles';
import { chartStyles, columnChart, shareBar, type Chart, type ChartPart } from './insightsChart';
import './insightsLines';

const START: InsightsFocus = { days: 14 };
const RANGES = [14, 30] as const;

@customElement('auto-mode-insights')
export class InsightsPage extends LitElement {
  static override styles = [
    sectionStyles,
    fieldStyles,
    linkStyles,
    chartStyles,
    css`
      h3 {
        font-size: 1em;
        margin: 0;
      }

      section {
        margin-bottom: 18px;
      }

      .controls,
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        margin-bottom: 12px;
      }

      .legend span {
        align-items: center;
        display: inline-flex;
        gap: 4px;
      }

      .controls label {
        align-items: center;
        display: flex;
        gap: 4px;
      }

      select {
        width: auto;
      }

      .tiles {
        display: grid;
        gap: 8px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 88px), 1fr));
        margin: 0 0 12px;
      }

      .tiles div {
        border: 1px solid var(--line);
        border-radius: 4px;
        display: flex;
        flex-direction: column-reverse;
        justify-content: flex-end;
        min-width: 0;
        padding: 6px 8px;
      }

      .tiles dd {
        font-size: 1.35em;
        margin: 0;
        overflow-wrap: anywhere;
      }

      .charts {
        display: grid;
        gap: 0 18px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
      }

      .agents li {
        margin-bottom: 8px;
      }
    `,
  ];

  @property({ attribute: false }) slice: InsightsSlice | undefined;
  /** Before the page was hidden. */
  @property({ attribute: false }) focused: InsightsFocus | undefined;

  protected override firstUpdated(): void {
    this.#look(this.focused ?? START);
  }

  protected override render(): TemplateResult {
    const { slice } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Insights')}</h2>
      ${slice === undefined ? nothing : this.#controls(slice)} ${this.#added()}
      ${slice === undefined || slice.reading ? html`<p class="quiet" role="status">${t('Reading the log…')}</p>` : this.#body(slice)}
    </section>`;
  }

  #controls({ focus, agents }: InsightsSlice): TemplateResult {
    return html`<div class="controls">
      <label
        >${t('Days')}
        <select @change=${this.#onDays} data-field="days">
          ${RANGES.map((days) => html`<option value=${days} .selected=${days === focus.days}>${days}</option>`)}
        </select>
      </label>
      <label
        >${t('Agent')}
        <select @change=${this.#onAgent} data-field="agent">
          <option value=".all" .selected=${focus.agent === undefined}>${t('All')}</option>
          ${agents.map(
            ({ id, name = t('Not named') }) =>
              html`<option value=${id} .selected=${id === focus.agent}>${name}</option>`,
          )}
        </select>
      </label>
    </div>`;
  }

  #added(): TemplateResult | typeof nothing {
    const added = this.slice?.added;
    return html`<div role="status">
      ${
        added === undefined
          ? nothing
          : html`<p data-added>
              ${added}
              <button
                type="button"
                class="link"
                data-act="undo"
                @click=${() => {
                  this.dispatchEvent(new ActEvent({ feature: 'insights', action: { kind: 'undoRule' } }));
                }}
              >
                ${t('Undo')}
              </button>
            </p>`
      }
    </div>`;
  }

  #body(slice: InsightsSlice): TemplateResult {
    const { total, focus, agents, lines } = slice;
    if (total.calls === 0 && total.costUsd === undefined) {
      return html`<p class="quiet">${t('No call was decided in the last {count} days.', { count: focus.days })}</p>`;
    }
    return html`${tiles(total)}
      <div class="legend">
        ${deciderParts(total)
          .filter(({ value }) => value > 0)
          .map(({ kind, value }) => html`<span>${deciderMark(kind)} ${numberText(value)}</span>`)}
      </div>
      <div class="charts">${chartsOf(slice).map(columnChart)}</div>
      ${
        agents.length < 2 || focus.agent !== undefined
          ? nothing
          : html`<h3 id="agents">${t('By Agent')}</h3>
              <ul class="agents" aria-labelledby="agents">
                ${agents.map((agent) => agentRow(agent.name ?? t('Not named'), agent))}
              </ul>`
      }
      ${
        lines.length === 0
          ? nothing
          : html`<h3>${t('Most often judged or asked')}</h3>
              <auto-mode-insight-lines .lines=${lines}></auto-mode-insight-lines>`
      }`;
  }

  readonly #onDays = (event: Event): void => {
    const days = RANGES.find((one) => String(one) === (event.target as HTMLSelectElement).value) ?? START.days;
    this.#look({ ...this.#focus(), days });
  };

  readonly #onAgent = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    const { days } = this.#focus();
    this.#look(value === '.all' ? { days } : { days, agent: value });
  };

  #focus(): InsightsFocus {
    return this.slice?.focus ?? START;
  }

  #look(focus: InsightsFocus): void {
    this.dispatchEvent(new LookEvent('insights', focus));
  }
}

type DeciderPart = ChartPart & { readonly kind: Decider };

function deciderParts({ byStage }: InsightFigures): readonly DeciderPart[] {
  const names = deciderNames();
  return DECIDERS.map((kind) => {
    const value = Object.entries(byStage)
      .filter(([stage]) => deciderOf(stage as keyof typeof byStage) === kind)
      .reduce((sum, [, count]) => sum + count, 0);
    return { kind, name: names[kind], value };
  });
}

function tiles(total: InsightFigures): TemplateResult {
  const { calls, withoutModel, judged, judgeMs, costUsd, blocked, releasedOnce, releasedByRule } = total;
  const released = releasedOnce + releasedByRule;
  const tile = (id: string, value: string, name: string): TemplateResult =>
    html`<div data-figure=${id}>
      <dt class="quiet">${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl class="tiles">
    ${calls === 0 ? nothing : tile('without-model', shareText(withoutModel, calls), t('settled without a model'))}
    ${tile('calls', numberText(calls), t('calls'))}
    ${judged === 0 ? nothing : tile('judge-time', durationText(judgeMs, language()), timeName(total))}
    ${costUsd === undefined ? nothing : tile('cost', dollarText(costUsd, language()), costName(total))}
    ${tile('blocked', numberText(blocked), t('blocked'))}
    ${blocked === 0 ? nothing : tile('released', numberText(released), releasedName(total))}
  </dl>`;
}

function timeName({ judged, judgeMs }: InsightFigures): string {
  return t('for the judge, {time} a call', { time: durationText(judgeMs / judged, language()) });
}

function costName({ unpriced }: InsightFigures): string {
  return unpriced === 0
    ? t('for the judge, about')
    : t('for the judge, about; {count} of unknown cost', { count: numberText(unpriced) });
}

function releasedName({ releasedOnce, releasedByRule }: InsightFigures): string {
  if (releasedOnce + releasedByRule === 0) return t('released after');
  return t('released after: {once} once, {rule} by rule', {
    once: numberText(releasedOnce),
    rule: numberText(releasedByRule),
  });
}

function chartsOf({ days }: InsightsSlice): readonly Chart[] {
  const day = new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short' });
  const columns = (partsOf: (figures: InsightFigures) => readonly ChartPart[]): Chart['columns'] =>
    days.map((one) => ({ name: day.format(new Date(`${one.day}T12:00`)), parts: partsOf(one) }));
  return [
    {
      id: 'settled',
      heading: t('Who Settled'),
      label: t('Calls of each day by who settled them.'),
      columns: columns(deciderParts),
      text: numberText,
    },
    {
      id: 'time',
      heading: t('Judge: Time'),
      label: t('What the judge took of each day.'),
      columns: columns(({ judgeMs }) => [{ kind: 'judge', name: t('Time'), value: judgeMs }]),
      text: (value) => durationText(value, language()),
    },
    {
      id: 'cost',
      heading: t('Judge: Money'),
      label: t('What the judge cost on each day, about.'),
      columns: columns(({ costUsd = 0 }) => [{ kind: 'judge', name: t('About'), value: costUsd }]),
      text: (value) => dollarText(value, language()),
    },
    {
      id: 'blocked',
      heading: t('Blocked'),
      label: t('Blocked calls of each day, and how many ran after.'),
      columns: columns(({ blocked, releasedOnce, releasedByRule, unjudged }) => [
        { kind: 'blocked', name: t('Blocked'), value: blocked - releasedOnce - releasedByRule },
        { kind: 'released', name: t('Released after'), value: releasedOnce + releasedByRule },
        { kind: 'unjudged', name: t('Could not be judged'), value: unjudged },
      ]),
      text: numberText,
    },
  ];
}

function agentRow(name: string, figures: InsightFigures): TemplateResult {
  const { calls, withoutModel, judged, judgeMs, costUsd, blocked, releasedOnce, releasedByRule } = figures;
  const share = t('{share} without a model', { share: shareText(withoutModel, calls) });
  const facts = [
    calls === 1 ? t('1 call') : t('{count} calls', { count: numberText(calls) }),
    share,
    ...(judged === 0 ? [] : [t('{time} a judgement', { time: durationText(judgeMs / judged, language()) })]),
    ...(costUsd === undefined ? [] : [t('about {amount}', { amount: dollarText(costUsd, language()) })]),
    ...(blocked === 0 ? [] : [t('{count} blocked', { count: numberText(blocked) })]),
    ...(releasedOnce + releasedByRule === 0
      ? []
      : [t('{count} released after', { count: numberText(releasedOnce + releasedByRule) })]),
  ];
  const parts = deciderParts(figures).filter(({ value }) => value > 0);
  const label = parts.map((part) => `${part.name} ${numberText(part.value)}`).join(', ');
  return html`<li data-agent=${name}>
    <div>${name}</div>
    ${shareBar(parts, label)}
    <div class="quiet">${facts.join(' · ')}</div>
  </li>`;
}

function numberText(value: number): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 0 }).format(value);
}

/** Not 100 % while one call was judged. */
function shareText(part: number, whole: number): string {
  const share = part === whole ? 1 : Math.min(part / whole, 0.99);
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
}
