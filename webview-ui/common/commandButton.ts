import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { type ClickedCommand, CommandEvent } from './clickedCommand';

export function commandButton(
  label: string,
  command: ClickedCommand,
  options: { readonly secondary?: boolean; readonly description?: string } = {},
): TemplateResult {
  return html`<vscode-button
    ?secondary=${options.secondary ?? false}
    aria-label=${ifDefined(options.description)}
    data-command=${command.kind}
    @click=${(event: Event) => {
      event.currentTarget?.dispatchEvent(new CommandEvent(command));
    }}
    >${label}</vscode-button
  >`;
}
