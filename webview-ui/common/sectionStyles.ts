import { css } from 'lit';
import { iconStyles } from './icon';

/** The theme's colours; edges that only colours draw get a border. */
export const sectionStyles = css`
  ${iconStyles}

  :host {
    display: block;
  }

  :host([hidden]) {
    display: none;
  }

  h2 {
    color: var(--vscode-sideBarSectionHeader-foreground, var(--vscode-foreground));
    font-size: 11px;
    font-weight: 700;
    line-height: 22px;
    margin: 0 0 4px;
    text-transform: uppercase;
  }

  p {
    line-height: 1.4;
    margin: 0 0 8px;
    overflow-wrap: anywhere;
  }

  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }

  vscode-button {
    max-width: 100%;
  }

  /* Its own style cuts a label off that is wider than a narrow panel. */
  vscode-button::part(base) {
    overflow-wrap: anywhere;
    white-space: normal;
  }

  /* Its own style takes the border of a filled button, which some themes draw in a strong colour. */
  vscode-button[secondary]::part(base) {
    border-color: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-top: 8px;
  }

  .row {
    align-items: center;
    display: flex;
    gap: 6px;
    min-width: 0;
  }

  .row > .name {
    overflow-wrap: anywhere;
  }

  .quiet {
    color: var(--vscode-descriptionForeground);
  }

  .foreign {
    font-family: var(--vscode-editor-font-family);
    font-size: var(--vscode-editor-font-size);
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
    white-space: pre-wrap;
  }

  summary {
    cursor: pointer;
  }

  summary:focus-visible {
    outline: var(--focus);
    outline-offset: -1px;
  }
`;
