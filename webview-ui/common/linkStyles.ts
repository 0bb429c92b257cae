import { css } from 'lit';

/** A button that looks like a link. */
export const linkStyles = css`
  .link {
    background: none;
    border: 0;
    color: var(--vscode-textLink-foreground);
    cursor: pointer;
    font: inherit;
    overflow-wrap: anywhere;
    padding: 0;
    text-align: start;
    text-decoration: underline;
  }

  .link:hover {
    color: var(--vscode-textLink-activeForeground);
  }

  .link:focus-visible {
    outline: var(--focus);
    outline-offset: 2px;
  }
`;
