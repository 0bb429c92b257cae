import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelStrings } from '../../src/panel/messages';
import type { OtherRules } from '../../src/panel/ruleEditing';
import { fillIn } from '../common/fillIn';
import { sectionStyles } from '../common/sectionStyles';

/** Entries that hold as well and stand elsewhere, with where they come from. */
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
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult | typeof nothing {
    const { others } = this;
    const strings = this.strings.ruleEditing;
    if (others.length === 0) return nothing;
    return html`<h3>${strings.others}</h3>
      ${others.map(
        ({ label, entries, total }) =>
          html`<details data-source=${label}>
            <summary>${fillIn(strings.sectionCount, { name: label, count: total })}</summary>
            <ul>
              ${entries.map((entry) => html`<li class="foreign">${entry}</li>`)}
            </ul>
            ${
              total > entries.length
                ? html`<p class="quiet">${fillIn(strings.moreEntries, { count: total - entries.length })}</p>`
                : nothing
            }
          </details>`,
      )}`;
  }
}
