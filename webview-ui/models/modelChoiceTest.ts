import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelModelTest } from '../../src/panel/modelChoice';
import type { PanelStrings } from '../../src/panel/messages';
import { dollarText } from '../common/amountText';
import { fillIn } from '../common/fillIn';
import { modelChoiceButton } from './modelChoiceButton';
import { sectionStyles } from '../common/sectionStyles';

/** How far the running test is, and the button that cancels it. */
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
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { test, strings } = this;
    const words = strings.modelChoice;
    const { phase, model, done, total, spentUsd } = test;
    if (phase === 'asking') return html`<p data-test="asking">${words.testAsking}</p>`;
    const progress = fillIn(words.testProgress, { done, total });
    const spent =
      spentUsd === undefined
        ? words.spentUnknown
        : fillIn(words.spent, { amount: dollarText(spentUsd, strings.language) });
    return html`<section aria-labelledby="heading" data-test=${phase}>
      <h2 id="heading">${words.testing}</h2>
      <p class="foreign">${model}</p>
      <progress aria-labelledby="heading" max=${total} .value=${done}></progress>
      <p data-progress>${progress}, ${spent}</p>
      ${
        phase === 'ending'
          ? html`<p>${words.testEnding}</p>`
          : html`<div class="buttons">
              ${modelChoiceButton(words.cancelTest, { kind: 'cancelTest' }, { secondary: true })}
            </div>`
      }
    </section>`;
  }
}
