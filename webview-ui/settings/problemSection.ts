import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelProblem } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { icon } from '../common/icon';
import { sectionStyles } from '../common/sectionStyles';

@customElement('auto-mode-problems')
export class ProblemSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      li {
        display: grid;
        gap: 0 6px;
        grid-template-columns: 16px 1fr;
        margin-bottom: 6px;
      }

      li > div {
        min-width: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) problems!: readonly PanelProblem[];

  protected override render(): TemplateResult {
    const { problems } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Problems')}</h2>
      <p>${t('These entries cannot be used as written. They never loosen anything.')}</p>
      <ul>
        ${problems.map(
          ({ entry, message, setting }) =>
            html`<li>
              ${icon('warning')}
              <div>
                <div class="foreign">${entry}</div>
                <div>${message}</div>
                ${
                  setting === undefined
                    ? nothing
                    : commandButton(
                        t('Open {setting} in the settings', { setting: setting.key }),
                        { kind: 'openSetting', setting },
                        { secondary: true },
                      )
                }
              </div>
            </li>`,
        )}
      </ul>
      <div class="buttons">${commandButton(t('Open Settings'), { kind: 'openSettings' })}</div>
    </section>`;
  }
}
