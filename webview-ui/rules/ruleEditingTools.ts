import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { ruleSectionTexts } from '../../src/texts/ruleSectionTexts';
import type { RuleEditingSlice } from '../../src/panel/ruleEditing';

export interface RuleEditingClicks {
  readonly undo: () => void;
  readonly openSettings: () => void;
  readonly discard: () => void;
}

export function ruleEditingTools({ undo, canDiscard }: RuleEditingSlice, clicks: RuleEditingClicks): TemplateResult {
  return html`<div class="buttons">
    <vscode-button
      secondary
      data-act="undo"
      ?disabled=${undo === undefined}
      title=${undo ?? ''}
      aria-label=${undo === undefined ? t('Undo') : t('Undo: {what}', { what: undo })}
      @click=${clicks.undo}
      >${t('Undo')}</vscode-button
    >
    <vscode-button secondary data-act="openSettings" @click=${clicks.openSettings}
      >${t('Open in Settings')}</vscode-button
    >
    ${
      canDiscard
        ? html`<vscode-button secondary data-act="discard" @click=${clicks.discard}
            >${t('Remove This List')}</vscode-button
          >`
        : nothing
    }
  </div>`;
}

/** A click fills in the example. */
export function ruleEditingEmpty(
  { section, readOnly }: RuleEditingSlice,
  useExample: (example: string) => void,
): TemplateResult | typeof nothing {
  const { example } = ruleSectionTexts()[section];
  if (readOnly !== undefined) return nothing;
  return html`<div data-empty>
    <p>${t('There is no entry yet. Write the first one below.')}</p>
    <p>${t('For example:')} <span class="foreign">${example}</span></p>
    <div class="buttons">
      <vscode-button
        secondary
        data-act="example"
        @click=${() => {
          useExample(example);
        }}
        >${t('Use This Example')}</vscode-button
      >
    </div>
  </div>`;
}
