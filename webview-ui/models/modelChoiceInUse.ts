import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { ruleSourceNames } from '../../src/texts/ruleSourceNames';
import type { ModelChoiceSlice, ModelInForce } from '../../src/panel/modelChoice';
import type { PanelClassifier, PanelUsage, PanelUsageFigures } from '../../src/panel/messages';
import { language } from '../common/language';
import { classifierStateNames } from '../common/classifierStateNames';
import { staleTexts, whyTexts } from './modelChoiceTexts';
import { measuredBars, measuredBarStyles } from './measuredBars';
import { usageText } from '../common/usageText';
import { dateText } from '../common/dateText';
import { icon, type IconName } from '../common/icon';
import './modelChoiceCard';
import { modelChoiceButton } from './modelChoiceButton';
import { sectionStyles } from '../common/sectionStyles';

const HEALTH: Readonly<Record<PanelClassifier['state'], IconName>> = {
  ready: 'pass',
  'not-set-up': 'key',
  outage: 'warning',
};

/** The card of the judge. */
@customElement('auto-mode-model-choice-in-use')
export class ModelChoiceInUse extends LitElement {
  static override styles = [
    sectionStyles,
    measuredBarStyles,
    css`
      section {
        border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor));
        border-radius: 4px;
        padding: 8px 10px;
      }

      p {
        margin: 2px 0;
      }

      .head {
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
        justify-content: space-between;
      }

      h2 {
        margin: 0;
      }

      [data-in-use] {
        font-weight: 600;
      }

      [data-health='ready'] .icon {
        color: var(--vscode-charts-green);
      }

      [data-health='outage'] .icon,
      [data-health='not-set-up'] .icon {
        color: var(--vscode-editorWarning-foreground);
      }

      details,
      p + vscode-button {
        margin-top: 8px;
      }

      .problem {
        border-inline-start: 2px solid var(--vscode-editorWarning-foreground, currentColor);
        padding-inline-start: 8px;
      }
    `,
  ];

  @property({ attribute: false }) slice!: ModelChoiceSlice;
  @property({ attribute: false }) classifier!: PanelClassifier;
  @property({ attribute: false }) usage!: PanelUsageFigures;

  protected override render(): TemplateResult {
    const { slice, classifier } = this;
    const { inForce, changed, lastOutage } = slice;
    const isOut = classifier.state === 'outage' && classifier.detail !== undefined;
    return html`<section aria-labelledby="heading">
      <div class="head">
        <h2 id="heading">${t('Judge')}</h2>
        <div class="row" data-health=${classifier.state}>
          ${icon(HEALTH[classifier.state])}<span>${classifierStateNames()[classifier.state]}</span>
        </div>
      </div>
      ${inForce === undefined ? html`<p>${t('Looking for the models…')}</p>` : this.#model(inForce)}
      ${isOut ? html`<p class="problem">${classifier.detail}</p>` : nothing}
      ${
        lastOutage === undefined || isOut
          ? nothing
          : html`<p class="quiet" data-last-outage>
              ${t('Last outage ({time}): {reason}', { time: dateText(lastOutage.at, language()), reason: lastOutage.text })}
            </p>`
      }
      ${changed.map((model) => html`<p class="problem" role="alert">${t('{model} is not the model that you chose. Calls that it would judge are not judged.', { model })}</p>`)}
      ${this.#measured(inForce)} ${this.#usage()}
      <div class="buttons">
        ${changed.length === 0 ? nothing : modelChoiceButton(t('Review the Changed Model'), { kind: 'confirmModel' })}
        ${this.#testButton()}
        ${
          inForce?.source === 'user'
            ? modelChoiceButton(
                t('Choose Automatically'),
                { kind: 'useAutomatic' },
                { secondary: true, disabled: slice.forbidden },
              )
            : nothing
        }
      </div>
      ${
        inForce?.card === undefined
          ? nothing
          : html`<details>
              <summary>${t('Last test')}</summary>
              <auto-mode-model-choice-card .card=${{ ...inForce.card, stale: [] }}></auto-mode-model-choice-card>
            </details>`
      }
    </section>`;
  }

  #measured(inForce: ModelInForce | undefined): TemplateResult | typeof nothing {
    if (inForce === undefined || inForce.why === 'none') return nothing;
    const { card } = inForce;
    if (card === undefined) return html`<p class="quiet" data-measured="no">${t('Not measured')}</p>`;
    return html`${measuredBars(card)}${card.stale.map(
      (why) => html`<p class="quiet" data-stale=${why}>${staleTexts()[why]}</p>`,
    )}`;
  }

  /** Today first: what it costs. */
  #usage(): TemplateResult {
    const { today, session, total } = this.usage;
    const line = (name: string, label: string, usage: PanelUsage): TemplateResult | typeof nothing => {
      const text = usageText(usage);
      return text === undefined ? nothing : html`<p class="quiet" data-usage=${name}>${label} ${text}</p>`;
    };
    return html`${line('today', t('Today:'), today)}
    ${session === undefined ? nothing : line('session', t('This agent session:'), session)}
    ${total.judged + total.unjudged === today.judged + today.unjudged ? nothing : line('total', t('All:'), total)}
    ${
      today.unpriced === 0
        ? nothing
        : modelChoiceButton(t('Set Price'), { kind: 'openSetting', setting: 'classifier.prices' }, { secondary: true })
    }`;
  }

  #model(inForce: ModelInForce): TemplateResult {
    const { slice } = this;
    const { why, model, source, address, problem, session } = inForce;
    const how = [
      whyTexts()[why],
      // The user's own choice needs no second word.
      ...(source === undefined || source === 'user'
        ? []
        : [t('Set by: {source}', { source: ruleSourceNames()[source] })]),
      ...(address === undefined ? [] : [t('Asked at {address}', { address })]),
    ];
    return html`${model === undefined ? nothing : html`<p class="foreign" data-in-use>${model}</p>`}
      <p class="quiet" data-why=${why}>${how.join(' · ')}</p>
      ${problem === undefined ? nothing : html`<p class="problem foreign">${problem}</p>`}
      ${session === undefined ? nothing : html`<p class="quiet">${t("The last call was judged by {model}, the agent session's own model.", { model: session })}</p>`}
      ${slice.forbidden ? html`<p data-forbidden>${t("Your administrator's policy lets nothing be loosened, so no other model can be chosen here.")}</p>` : nothing}
      ${
        slice.pinnedBy === undefined
          ? nothing
          : html`<p data-pinned>
              ${t('The model is set by a stronger source ({source}), so a choice here has no effect.', { source: ruleSourceNames()[slice.pinnedBy] })}
            </p>`
      }`;
  }

  #testButton(): TemplateResult | typeof nothing {
    const { slice } = this;
    const { inForce, test, quickCases } = slice;
    if (inForce?.key === undefined || test !== undefined) return nothing;
    return modelChoiceButton(
      t('Test This Model ({count} cases)…', { count: quickCases }),
      { kind: 'test', key: inForce.key, size: 'quick' },
      { secondary: true },
    );
  }
}
