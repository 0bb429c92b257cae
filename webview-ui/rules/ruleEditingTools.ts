import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { RuleEditingSlice, RuleEditingStrings } from '../../src/panel/ruleEditing';
import { fillIn } from '../common/fillIn';

export interface RuleEditingClicks {
  readonly undo: () => void;
  readonly openSettings: () => void;
  readonly discard: () => void;
}

/** The buttons for the list as a whole. */
export function ruleEditingTools(
  { undo, canDiscard }: RuleEditingSlice,
  strings: RuleEditingStrings,
  clicks: RuleEditingClicks,
): TemplateResult {
  return html`<div class="buttons">
    <vscode-button
      secondary
      data-act="undo"
      ?disabled=${undo === undefined}
      title=${undo ?? ''}
      aria-label=${undo === undefined ? strings.undo : fillIn(strings.undoWhat, { what: undo })}
      @click=${clicks.undo}
      >${strings.undo}</vscode-button
    >
    <vscode-button secondary data-act="openSettings" @click=${clicks.openSettings}
      >${strings.openSettings}</vscode-button
    >
    ${
      canDiscard
        ? html`<vscode-button secondary data-act="discard" @click=${clicks.discard}>${strings.discard}</vscode-button>`
        : nothing
    }
  </div>`;
}

/** What stands in place of a list without entries: an example, which a click puts into the fields. */
export function ruleEditingEmpty(
  { section, readOnly }: RuleEditingSlice,
  strings: RuleEditingStrings,
  useExample: (example: string) => void,
): TemplateResult | typeof nothing {
  const { example } = strings.sections[section];
  if (readOnly !== undefined) return nothing;
  return html`<div data-empty>
    <p>${strings.empty}</p>
    <p>${strings.exampleLabel} <span class="foreign">${example}</span></p>
    <div class="buttons">
      <vscode-button
        secondary
        data-act="example"
        @click=${() => {
          useExample(example);
        }}
        >${strings.useExample}</vscode-button
      >
    </div>
  </div>`;
}
