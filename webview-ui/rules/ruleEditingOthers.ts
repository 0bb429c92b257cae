import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { OtherRules } from '../../src/panel/ruleEditing';
import { sectionStyles } from '../common/sectionStyles';

/** With where they come from. */
@customElement('auto-mode-other-rules')
export class RuleEditingOthers extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      h3 {
        font-size: 1em;
        margin: 0 0 4px;
      }

      li {
        margin: 2px 0 2px 18px;
      }
    `,
  ];

  @property({ attribute: false }) others!: readonly OtherRules[];

  protected override render(): TemplateResult | typeof nothing {
    const { others } = this;
    if (others.length === 0) return nothing;
    return html`<h3>${t('From other places')}</h3>
      ${others.map(
        ({ label, entries, total }) =>
          html`<details data-source=${label}>
            <summary>${t('{name} ({count})', { name: label, count: total })}</summary>
            <ul>
              ${entries.map((entry) => html`<li class="foreign">${entry}</li>`)}
            </ul>
            ${
              total > entries.length
                ? html`<p class="quiet">${t('Not shown here: {count} more.', { count: total - entries.length })}</p>`
                : nothing
            }
          </details>`,
      )}`;
  }
}
