import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelGoneRules } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { sectionStyles } from '../common/sectionStyles';

/** Rules that hold although the workspace's settings do not have them any more. */
@customElement('auto-mode-gone-rules')
export class GoneRuleSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      li {
        margin-bottom: 4px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) gone!: PanelGoneRules;

  protected override render(): TemplateResult {
    const { id, rules, count } = this.gone;
    const more = count - rules.length;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Rules That Are Gone')}</h2>
      <p>
        ${t('The settings of the workspace do not have these rules any more. They hold in this window until you let them go.')}
      </p>
      <ul>
        ${rules.map((rule) => html`<li class="foreign">${rule}</li>`)}
        ${more === 0 ? nothing : html`<li>${t('and {count} more', { count: more })}</li>`}
      </ul>
      <div class="buttons">${commandButton(t('Let Them Go'), { kind: 'letGoRules', id }, { secondary: true })}</div>
    </section>`;
  }
}
