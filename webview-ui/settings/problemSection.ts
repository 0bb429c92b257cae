import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelProblem, PanelStrings } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { fillIn } from '../common/fillIn';
import { icon } from '../common/icon';
import { sectionStyles } from '../common/sectionStyles';

/** Settings that cannot be used as written. */
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
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { problems, strings } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.problems}</h2>
      <p>${strings.problemsHint}</p>
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
                        fillIn(strings.openSetting, { setting: setting.key }),
                        { kind: 'openSetting', setting },
                        { secondary: true },
                      )
                }
              </div>
            </li>`,
        )}
      </ul>
      <div class="buttons">${commandButton(strings.openSettings, { kind: 'openSettings' })}</div>
    </section>`;
  }
}
