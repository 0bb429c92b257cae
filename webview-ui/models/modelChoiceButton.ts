import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ModelChoiceAction } from '../../src/panel/modelChoice';
import { ActEvent } from '../common/actEvent';

export function modelChoiceButton(
  label: string,
  action: ModelChoiceAction,
  options: { readonly secondary?: boolean; readonly description?: string; readonly disabled?: boolean } = {},
): TemplateResult {
  return html`<vscode-button
    ?secondary=${options.secondary ?? false}
    ?disabled=${options.disabled ?? false}
    aria-label=${ifDefined(options.description)}
    data-act=${action.kind}
    @click=${(event: Event) => {
      event.currentTarget?.dispatchEvent(new ActEvent({ feature: 'modelChoice', action }));
    }}
    >${label}</vscode-button
  >`;
}
