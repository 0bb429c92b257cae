import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelRemovedRules } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { sectionStyles } from '../common/sectionStyles';

/** Still in effect although gone from the workspace's settings. */
@customElement('auto-mode-removed-rules')
export class RemovedRuleSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      li {
        margin-bottom: 4px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) removed!: PanelRemovedRules;

  protected override render(): TemplateResult {
    const { id, rules, count } = this.removed;
    const more = count - rules.length;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Removed Rules')}</h2>
      <p>${t('The workspace settings no longer have these rules. They apply in this window until you drop them.')}</p>
      <ul>
        ${rules.map((rule) => html`<li class="foreign">${rule}</li>`)}
        ${more === 0 ? nothing : html`<li>${t('and {count} more', { count: more })}</li>`}
      </ul>
      <div class="buttons">${commandButton(t('Drop Them'), { kind: 'dropRules', id }, { secondary: true })}</div>
    </section>`;
  }
}
