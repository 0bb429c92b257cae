import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ModelChoiceAction, ModelChoiceSlice, PanelProvider } from '../../src/panel/modelChoice';
import { language } from '../common/language';
import { modelChoiceButton } from './modelChoiceButton';
import { keyTexts, settingNames, settingValueTexts } from './modelChoiceTexts';
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
      summary {
        min-height: 22px;
      }

      .provider {
        margin: 4px 0 8px;
      }

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
  @property({ attribute: false }) providers!: readonly PanelProvider[];

  protected override render(): TemplateResult {
    return html`<details data-fold="settings">
      <summary>${t('Settings')}</summary>
      ${this.providers.map((provider) => this.#provider(provider))}
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
    </details>`;
  }

  /** Its key and its address. */
  #provider(provider: PanelProvider): TemplateResult | typeof nothing {
    const { id, title, key, variable = '', need, hasAddress, address } = provider;
    const button = (label: string, action: ModelChoiceAction): TemplateResult =>
      modelChoiceButton(label, action, {
        secondary: true,
        description: t('{button} ({provider})', { button: label, provider: title }),
      });
    const buttons = [
      ...(key === 'stored' && need !== 'key-refused'
        ? [button(t('Change Key…'), { kind: 'enterKey', provider: id })]
        : []),
      ...(key === 'stored' ? [button(t('Remove Key…'), { kind: 'removeKey', provider: id })] : []),
      ...(hasAddress && need !== 'address' ? [button(t('Change Address…'), { kind: 'setAddress' })] : []),
    ];
    if (key === 'not-needed' && address === undefined && buttons.length === 0) return nothing;
    return html`<div class="provider" data-provider-settings=${id}>
      <strong>${title}</strong>
      ${key === 'not-needed' ? nothing : html`<span class="quiet" data-key=${key}>${keyTexts(variable)[key]}</span>`}
      ${
        address === undefined
          ? nothing
          : html`<span class="quiet foreign">${t('Asked at {address}', { address })}</span>`
      }
      ${buttons.length === 0 ? nothing : html`<div class="buttons">${buttons}</div>`}
    </div>`;
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
