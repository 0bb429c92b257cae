import { t } from '@vscode/l10n';
import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ModelChoiceSlice } from '../../src/panel/modelChoice';
import { language } from '../common/language';
import { settingNames, settingValueTexts } from './modelChoiceTexts';
import { ActEvent } from '../common/actEvent';
import { secondsInWords } from '../common/amountText';
import { linkStyles } from '../common/linkStyles';
import { sectionStyles } from '../common/sectionStyles';

type Name = keyof ModelChoiceSlice['settings'];
const NAMES: readonly Name[] = ['whenUnavailable', 'onBlock', 'stages', 'timeoutSeconds', 'assistantText'];

@customElement('auto-mode-model-choice-settings')
export class ModelChoiceSettings extends LitElement {
  static override styles = [
    sectionStyles,
    linkStyles,
    css`
      li {
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
        justify-content: space-between;
        padding: 2px 0;
      }
    `,
  ];

  @property({ attribute: false }) settings!: ModelChoiceSlice['settings'];

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Classifier Settings')}</h2>
      <ul>
        ${NAMES.map(
          (name) =>
            html`<li>
              <span>${settingNames()[name]}: <span data-setting=${name}>${this.#value(name)}</span></span>
              <button
                type="button"
                class="link"
                aria-label=${t('Change: {name}', { name: settingNames()[name] })}
                @click=${() => {
                  this.#open(name);
                }}
              >
                ${t('Change')}
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #value(name: Name): string {
    const { settings } = this;
    const values = settingValueTexts();
    switch (name) {
      case 'whenUnavailable':
        return values.whenUnavailable[settings.whenUnavailable];
      case 'onBlock':
        return values.onBlock[settings.onBlock];
      case 'stages':
        return values.stages[settings.stages];
      case 'timeoutSeconds':
        return secondsInWords(settings.timeoutSeconds, language());
      case 'assistantText':
        return settings.assistantText ? values.yes : values.no;
    }
  }

  #open(name: Name): void {
    this.dispatchEvent(
      new ActEvent({ feature: 'modelChoice', action: { kind: 'openSetting', setting: `classifier.${name}` } }),
    );
  }
}
