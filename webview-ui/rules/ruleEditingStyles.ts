import { css } from 'lit';

export const ruleEditingStyles = css`
  select,
  input,
  textarea {
    background: var(--vscode-input-background);
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
    box-sizing: border-box;
    color: var(--vscode-input-foreground);
    font: inherit;
    max-width: 100%;
    padding: 3px 4px;
    width: 100%;
  }

  select {
    background: var(--vscode-dropdown-background);
    border-color: var(--vscode-dropdown-border, var(--vscode-contrastBorder, transparent));
    color: var(--vscode-dropdown-foreground);
  }

  input,
  textarea {
    font-family: var(--vscode-editor-font-family);
    font-size: var(--vscode-editor-font-size);
    unicode-bidi: plaintext;
  }

  textarea {
    min-height: 5em;
    resize: vertical;
  }

  ::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }

  [aria-invalid='true'] {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }

  :focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }

  label {
    display: block;
    margin: 6px 0 2px;
  }

  .note {
    align-items: start;
    display: flex;
    gap: 4px;
    line-height: 1.4;
    margin: 4px 0 0;
    overflow-wrap: anywhere;
  }

  .note > span {
    min-width: 0;
  }

  /* Not its text too: on the grounds of some themes that could not be read. */
  .note.problem > .icon {
    color: var(--vscode-errorForeground);
  }
`;
