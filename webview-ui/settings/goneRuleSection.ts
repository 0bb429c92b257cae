import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelGoneRules, PanelStrings } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { fillIn } from '../common/fillIn';
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
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { strings } = this;
    const { id, rules, count } = this.gone;
    const more = count - rules.length;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.goneRules}</h2>
      <p>${strings.goneRulesHint}</p>
      <ul>
        ${rules.map((rule) => html`<li class="foreign">${rule}</li>`)}
        ${more === 0 ? nothing : html`<li>${fillIn(strings.moreRules, { count: more })}</li>`}
      </ul>
      <div class="buttons">${commandButton(strings.letGoRules, { kind: 'letGoRules', id }, { secondary: true })}</div>
    </section>`;
  }
}
