import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { RuleOffer, RulePreview, ShownProposal } from '../../src/panel/history';
import { ActEvent } from '../common/actEvent';
import { sectionStyles } from '../common/sectionStyles';

@customElement('auto-mode-history-offer')
export class HistoryOffer extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      section {
        border-left: 2px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor));
        margin-top: 10px;
        padding-left: 8px;
      }

      h3 {
        font-size: 1em;
        margin: 0 0 6px;
      }

      li {
        margin-bottom: 12px;
      }

      p {
        margin: 0 0 4px;
      }

      .examples {
        list-style: disc;
        padding-left: 18px;
      }

      .examples li {
        margin: 0;
      }
    `,
  ];

  /** Its id. */
  @property({ attribute: false }) denial!: string;
  @property({ attribute: false }) offer: RuleOffer | undefined;

  protected override render(): TemplateResult {
    const { offer } = this;
    return html`<section aria-labelledby="rules">
      <h3 id="rules">${t('Rules that would allow this call')}</h3>
      <div role="status">
        ${offer === undefined || (offer.working && offer.proposals.length === 0) ? html`<p>${t('Looking for rules that allow this call and little else…')}</p>` : nothing}
        ${offer?.why === undefined ? nothing : html`<p data-why>${offer.why}</p>`}
      </div>
      <ul>
        ${repeat(
          offer?.proposals ?? [],
          ({ key }) => key,
          (proposal) => this.#proposal(proposal),
        )}
      </ul>
      <div class="buttons">
        <vscode-button
          secondary
          data-act="close"
          @click=${() => this.dispatchEvent(new Event('auto-mode-history-close'))}
          >${t('Close')}</vscode-button
        >
      </div>
    </section>`;
  }

  #proposal({ key, rules, scope, sentence, preview }: ShownProposal): TemplateResult {
    return html`<li data-proposal>
      ${rules.map((rule) => html`<p class="foreign">${rule}</p>`)}
      <p>${sentence}</p>
      <p class="quiet">${scope}</p>
      ${preview === undefined ? html`<p class="quiet">${t('Trying it on past calls…')}</p>` : this.#preview(preview, key, rules)}
      <vscode-button
        data-act="addRule"
        ?disabled=${preview === undefined}
        aria-label=${t('Add This Rule: {rule} ({scope})', { rule: rules.join(', '), scope })}
        @click=${() => {
          this.dispatchEvent(new ActEvent({ feature: 'history', action: { kind: 'addRule', id: this.denial, key } }));
        }}
        >${t('Add This Rule')}</vscode-button
      >
    </li>`;
  }

  #preview({ summary, examples }: RulePreview, key: string, rules: readonly string[]): TemplateResult {
    if (examples.length === 0) return html`<p data-preview>${summary}</p>`;
    return html`<p data-preview>${summary}</p>
      <ul class="examples">
        ${examples.map(
          ({ facts, text }) =>
            html`<li>
              <p class="quiet">${facts}</p>
              <p class="foreign">${text}</p>
            </li>`,
        )}
      </ul>
      <vscode-button
        secondary
        data-act="showChanged"
        aria-label=${t('Show All calls that {rule} would have let run', { rule: rules.join(', ') })}
        @click=${() => {
          this.dispatchEvent(
            new ActEvent({ feature: 'history', action: { kind: 'showChanged', id: this.denial, key } }),
          );
        }}
        >${t('Show All')}</vscode-button
      >`;
  }
}
