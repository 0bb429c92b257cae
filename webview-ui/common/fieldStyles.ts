import { css } from 'lit';

/** For what the user types or picks. Any style of a section is stronger. */
export const fieldStyles = css`
  :where(input:not([type='checkbox'], [type='radio']), select, textarea) {
    background: var(--vscode-input-background);
    border: var(--field-border);
    box-sizing: border-box;
    color: var(--vscode-input-foreground);
    font: inherit;
    max-width: 100%;
    min-width: 0;
    padding: 3px 4px;
    width: 100%;
  }

  :where(select) {
    background: var(--vscode-dropdown-background);
    color: var(--vscode-dropdown-foreground);
  }

  ::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }

  :where(input, select, textarea):focus-visible {
    outline: var(--focus);
    outline-offset: -1px;
  }
`;
