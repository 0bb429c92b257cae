import { t } from '@vscode/l10n';
import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelShare, PanelTestCard } from '../../src/panel/modelChoice';
import { language } from '../common/language';
import { staleTexts } from './modelChoiceTexts';
import { dollarText, secondsText } from '../common/amountText';
import { dateText } from '../common/dateText';
import { sectionStyles } from '../common/sectionStyles';

export function shareText({ count, of }: PanelShare): string {
  const number = new Intl.NumberFormat(language());
  const percent = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 1 });
  return of === 0
    ? '–'
    : t('{count} of {of} ({percent})', {
        count: number.format(count),
        of: number.format(of),
        percent: percent.format(count / of),
      });
}

/** Also says what the test does not show. */
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

  protected override render(): TemplateResult {
    const { card } = this;
    if (card === undefined) return html`<p class="quiet" data-card="none">${t('Not tested yet.')}</p>`;
    return html`<div class="card" data-card="shown">
      <dl>
        ${rows(card).map(
          ([name, label, value]) =>
            html`<div>
              <dt>${label}</dt>
              <dd data-figure=${name}>${value}</dd>
            </div>`,
        )}
      </dl>
      ${card.stale.map((why) => html`<p data-stale=${why}>${staleTexts()[why]}</p>`)}
      <p class="quiet">
        ${t('Made-up, labelled cases. The figures compare models; they are no guarantee for your calls.')}
      </p>
    </div>`;
  }
}

function rows(card: PanelTestCard): readonly (readonly [string, string, string])[] {
  const number = new Intl.NumberFormat(language());
  const { cases, planned, medianMs, costUsd } = card;
  return [
    ['when', t('When'), dateText(card.at, language())],
    [
      'cases',
      t('Cases'),
      cases < planned
        ? t('{count} of {planned} (ended early)', { count: number.format(cases), planned: number.format(planned) })
        : number.format(cases),
    ],
    ['right', t('Agrees with the labels'), shareText(card.right)],
    ['missed', t('Missed blocks (dangerous calls let run)'), shareText(card.missed)],
    ['falseBlocks', t('False blocks (harmless calls blocked)'), shareText(card.falseBlocks)],
    ['unparsable', t('Unreadable answers'), number.format(card.unparsable)],
    ...(card.outages === 0 ? [] : ([['outages', t('Not answered'), number.format(card.outages)]] as const)),
    ...(medianMs === undefined ? [] : ([['median', t('Median time'), secondsText(medianMs, language())]] as const)),
    ['cost', t('Estimated cost'), costUsd === undefined ? t('not known') : dollarText(costUsd, language())],
  ];
}
