import { t } from '@vscode/l10n';
import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelModelTest } from '../../src/panel/modelChoice';
import { language } from '../common/language';
import { dollarText } from '../common/amountText';
import { modelChoiceButton } from './modelChoiceButton';
import { sectionStyles } from '../common/sectionStyles';

@customElement('auto-mode-model-choice-test')
export class ModelChoiceTest extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      progress {
        appearance: none;
        background: none;
        border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
        height: 8px;
        width: 100%;
      }

      progress::-webkit-progress-bar {
        background: none;
      }

      progress::-webkit-progress-value {
        background: var(--vscode-progressBar-background, var(--vscode-focusBorder));
      }
    `,
  ];

  @property({ attribute: false }) test!: PanelModelTest;

  protected override render(): TemplateResult {
    const { test } = this;
    const { phase, model, done, total, spentUsd } = test;
    if (phase === 'asking')
      return html`<p data-test="asking">${t('A dialog asks you whether the test may begin.')}</p>`;
    const progress = t('{done} of {total} cases', { done, total });
    const spent =
      spentUsd === undefined
        ? t('cost not known')
        : t('about {amount} so far', { amount: dollarText(spentUsd, language()) });
    return html`<section aria-labelledby="heading" data-test=${phase}>
      <h2 id="heading">${t('Test in Progress')}</h2>
      <p class="foreign">${model}</p>
      <progress aria-labelledby="heading" max=${total} .value=${done}></progress>
      <p data-progress>${progress}, ${spent}</p>
      ${
        phase === 'ending'
          ? html`<p>${t('The test is ending…')}</p>`
          : html`<div class="buttons">
              ${modelChoiceButton(t('Cancel the Test'), { kind: 'cancelTest' }, { secondary: true })}
            </div>`
      }
    </section>`;
  }
}
