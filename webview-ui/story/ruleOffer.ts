import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { RuleOffer as Offer, RulePreview, ShownProposal } from '../../src/panel/ruleOffer';

export type OfferAct = 'addRule' | 'showChanged';

/** Rules that would allow a blocked call, each tried on past calls before it can be added. */
export function ruleOffer(
  offer: Offer | undefined,
  act: (kind: OfferAct, key: string) => void,
  close: () => void,
): TemplateResult {
  const isEmpty = offer === undefined || (offer.working && offer.proposals.length === 0);
  return html`<section class="offer" aria-label=${t('Rules that would allow this call')}>
    <div role="status">
      ${isEmpty ? html`<p>${t('Looking for rules that allow this call and little else…')}</p>` : nothing}
      ${offer?.why === undefined ? nothing : html`<p data-why>${offer.why}</p>`}
    </div>
    <ul>
      ${repeat(
        offer?.proposals ?? [],
        ({ key }) => key,
        (proposal) => ruleProposal(proposal, act),
      )}
    </ul>
    <vscode-button secondary data-act="close" @click=${close}>${t('Close')}</vscode-button>
  </section>`;
}

function ruleProposal(
  { key, rules, scope, sentence, preview }: ShownProposal,
  act: (kind: OfferAct, key: string) => void,
): TemplateResult {
  return html`<li data-proposal>
    ${rules.map((rule) => html`<p class="foreign">${rule}</p>`)}
    <p>${sentence}</p>
    <p class="quiet">${scope}</p>
    <vscode-button
      secondary
      data-act="addRule"
      ?disabled=${preview === undefined}
      aria-label=${t('Add This Rule: {rule} ({scope})', { rule: rules.join(', '), scope })}
      @click=${() => {
        act('addRule', key);
      }}
      >${t('Add This Rule')}</vscode-button
    >
    ${preview === undefined ? html`<p class="quiet">${t('Trying it on past calls…')}</p>` : effect(preview, key, rules, act)}
  </li>`;
}

function effect(
  { summary, examples }: RulePreview,
  key: string,
  rules: readonly string[],
  act: (kind: OfferAct, key: string) => void,
): TemplateResult {
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
    <button
      type="button"
      class="link"
      data-act="showChanged"
      aria-label=${t('Show All calls that {rule} would have let run', { rule: rules.join(', ') })}
      @click=${() => {
        act('showChanged', key);
      }}
    >
      ${t('Show All')}
    </button>`;
}
