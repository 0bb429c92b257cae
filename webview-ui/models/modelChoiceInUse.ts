import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { ruleSourceNames } from '../../src/texts/ruleSourceNames';
import type { ModelChoiceSlice, ModelInForce } from '../../src/panel/modelChoice';
import type { PanelClassifier } from '../../src/panel/messages';
import { language } from '../common/language';
import { classifierStateNames } from '../common/classifierStateNames';
import { whyTexts } from './modelChoiceTexts';
import { dateText } from '../common/dateText';
import { icon } from '../common/icon';
import './modelChoiceCard';
import { modelChoiceButton } from './modelChoiceButton';
import { sectionStyles } from '../common/sectionStyles';

@customElement('auto-mode-model-choice-in-use')
export class ModelChoiceInUse extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      p {
        margin: 2px 0;
      }

      .problem {
        border-inline-start: 2px solid var(--vscode-editorWarning-foreground, currentColor);
        padding-inline-start: 8px;
      }
    `,
  ];

  @property({ attribute: false }) slice!: ModelChoiceSlice;
  @property({ attribute: false }) classifier!: PanelClassifier;

  protected override render(): TemplateResult {
    const { slice, classifier } = this;
    const { inForce, changed, lastOutage } = slice;
    const isOut = classifier.state === 'outage' && classifier.detail !== undefined;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Model in Use')}</h2>
      ${inForce === undefined ? html`<p>${t('Looking for the models…')}</p>` : this.#model(inForce)}
      <div class="row" data-health=${classifier.state}>
        ${icon(classifier.state === 'ready' ? 'pass' : 'warning')}
        <span>${t('Health')}: ${classifierStateNames()[classifier.state]}</span>
      </div>
      ${isOut ? html`<p class="problem">${classifier.detail}</p>` : nothing}
      ${
        lastOutage === undefined || isOut
          ? nothing
          : html`<p class="quiet" data-last-outage>
              ${t('Last outage ({time}): {reason}', { time: dateText(lastOutage.at, language()), reason: lastOutage.text })}
            </p>`
      }
      ${changed.map((model) => html`<p class="problem" role="alert">${t('{model} is not the model that you chose. Calls that it would judge are not judged.', { model })}</p>`)}
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
    </section>`;
  }

  #model(inForce: ModelInForce): TemplateResult {
    const { slice } = this;
    const { why, model, source, address, problem, session, card } = inForce;
    return html`${model === undefined ? nothing : html`<p class="foreign" data-in-use>${model}</p>`}
      <p data-why=${why}>${whyTexts()[why]}</p>
      ${
        source === undefined
          ? nothing
          : html`<p class="quiet">${t('Set by: {source}', { source: ruleSourceNames()[source] })}</p>`
      }
      ${address === undefined ? nothing : html`<p class="foreign">${t('Asked at {address}', { address })}</p>`}
      ${problem === undefined ? nothing : html`<p class="problem foreign">${problem}</p>`}
      ${session === undefined ? nothing : html`<p class="quiet">${t("The last call was judged by {model}, the agent session's own model.", { model: session })}</p>`}
      ${slice.forbidden ? html`<p data-forbidden>${t("Your administrator's policy lets nothing be loosened, so no other model can be chosen here.")}</p>` : nothing}
      ${
        slice.pinnedBy === undefined
          ? nothing
          : html`<p data-pinned>
              ${t('The model is set by a stronger source ({source}), so a choice here has no effect.', { source: ruleSourceNames()[slice.pinnedBy] })}
            </p>`
      }
      ${why === 'none' ? nothing : html`<auto-mode-model-choice-card .card=${card}></auto-mode-model-choice-card>`}`;
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
