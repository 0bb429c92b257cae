import { css, html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { icon, type IconName } from './icon';

/** A button that is an icon alone; `label` is its name and its tooltip. Needs `quietButtonStyles` and `iconStyles`. */
export function quietButton(
  name: IconName,
  label: string,
  click: () => void,
  options: {
    readonly act?: string;
    readonly disabled?: boolean;
    readonly expanded?: boolean;
    /** A key does the same. */
    readonly mouseOnly?: boolean;
  } = {},
): TemplateResult {
  return html`<button
    type="button"
    class="quiet-button"
    data-act=${ifDefined(options.act)}
    title=${label}
    aria-label=${label}
    aria-expanded=${ifDefined(options.expanded)}
    tabindex=${ifDefined(options.mouseOnly === true ? -1 : undefined)}
    ?disabled=${options.disabled ?? false}
    @click=${click}
  >
    ${icon(name)}
  </button>`;
}

export const quietButtonStyles = css`
  .quiet-button {
    align-items: center;
    background: none;
    border: 0;
    border-radius: 4px;
    color: var(--vscode-foreground);
    cursor: pointer;
    display: inline-flex;
    flex: none;
    font: inherit;
    gap: 4px;
    min-height: 22px;
    padding: 2px 3px;
  }

  .quiet-button:hover:not(:disabled) {
    background: var(--vscode-toolbar-hoverBackground);
    outline: var(--pointed);
    outline-offset: -1px;
  }

  .quiet-button:focus-visible {
    outline: var(--focus);
    outline-offset: -1px;
  }

  .quiet-button:disabled {
    cursor: default;
    opacity: 0.4;
  }
`;
