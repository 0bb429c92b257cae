import { t } from '@vscode/l10n';
import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { commandButton } from '../common/commandButton';
import { sectionStyles } from '../common/sectionStyles';

/** What the environment variable would loosen once confirmed. */
@customElement('auto-mode-environment')
export class EnvironmentSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      li {
        margin-bottom: 4px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) unconfirmed!: readonly string[];

  protected override render(): TemplateResult {
    const { unconfirmed } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Environment Variable')}</h2>
      <p>${t('AUTOMODE_SETTINGS_JSON would loosen this. It waits until you have read and confirmed the text.')}</p>
      <ul>
        ${unconfirmed.map((text) => html`<li class="foreign">${text}</li>`)}
      </ul>
      <div class="buttons">${commandButton(t('Review'), { kind: 'confirmEnvironment' })}</div>
    </section>`;
  }
}
