import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelShare, PanelTestCard } from '../../src/panel/modelChoice';
import type { PanelStrings } from '../../src/panel/messages';
import { dollarText, secondsText } from '../common/amountText';
import { dateText } from '../common/dateText';
import { fillIn } from '../common/fillIn';
import { sectionStyles } from '../common/sectionStyles';

/** So many of so many, with the share. */
export function shareText({ count, of }: PanelShare, { language, modelChoice }: PanelStrings): string {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return of === 0
    ? '–'
    : fillIn(modelChoice.share, {
        count: number.format(count),
        of: number.format(of),
        percent: percent.format(count / of),
      });
}

/** What the last test of one model measured, and what that does not say. */
@customElement('auto-mode-model-choice-card')
export class ModelChoiceCard extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      .card {
        border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor));
        margin: 6px 0;
        padding: 6px 8px;
      }

      h4 {
        font-size: inherit;
        margin: 0 0 4px;
      }

      dl {
        display: grid;
        gap: 2px 10px;
        grid-template-columns: repeat(auto-fit, minmax(170px, 1fr));
        margin: 0 0 6px;
      }

      dl > div {
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
        justify-content: space-between;
      }

      dt {
        color: var(--vscode-descriptionForeground);
      }

      dd {
        font-variant-numeric: tabular-nums;
        margin: 0;
      }

      p {
        margin: 0 0 4px;
      }
    `,
  ];

  /** Undefined: there was no test. */
  @property({ attribute: false }) card: PanelTestCard | undefined;
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { card, strings } = this;
    const words = strings.modelChoice;
    if (card === undefined) return html`<p class="quiet" data-card="none">${words.notTested}</p>`;
    return html`<div class="card" data-card="shown">
      <h4>${words.card}</h4>
      <dl>
        ${rows(card, strings).map(
          ([name, label, value]) =>
            html`<div>
              <dt>${label}</dt>
              <dd data-figure=${name}>${value}</dd>
            </div>`,
        )}
      </dl>
      ${card.stale.map((why) => html`<p data-stale=${why}>${words.stale[why]}</p>`)}
      <p class="quiet">${words.cardNote}</p>
    </div>`;
  }
}

function rows(card: PanelTestCard, strings: PanelStrings): readonly (readonly [string, string, string])[] {
  const { language, modelChoice: words } = strings;
  const number = new Intl.NumberFormat(language);
  const { cases, planned, medianMs, costUsd } = card;
  return [
    ['when', words.cardWhen, dateText(card.at, language)],
    [
      'cases',
      words.cardCases,
      cases < planned
        ? fillIn(words.cutShort, { count: number.format(cases), planned: number.format(planned) })
        : number.format(cases),
    ],
    ['right', words.cardRight, shareText(card.right, strings)],
    ['missed', words.cardMissed, shareText(card.missed, strings)],
    ['falseBlocks', words.cardFalseBlocks, shareText(card.falseBlocks, strings)],
    ['unparsable', words.cardUnparsable, number.format(card.unparsable)],
    ...(card.outages === 0 ? [] : ([['outages', words.cardOutages, number.format(card.outages)]] as const)),
    ...(medianMs === undefined ? [] : ([['median', words.cardMedian, secondsText(medianMs, language)]] as const)),
    ['cost', words.cardCost, costUsd === undefined ? words.cardCostUnknown : dollarText(costUsd, language)],
  ];
}
