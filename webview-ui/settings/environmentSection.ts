import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelStrings } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { sectionStyles } from '../common/sectionStyles';

/** What the environment variable would loosen once the user has confirmed it. */
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
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { unconfirmed, strings } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.environment}</h2>
      <p>${strings.environmentHint}</p>
      <ul>
        ${unconfirmed.map((text) => html`<li class="foreign">${text}</li>`)}
      </ul>
      <div class="buttons">${commandButton(strings.confirmEnvironment, { kind: 'confirmEnvironment' })}</div>
    </section>`;
  }
}
