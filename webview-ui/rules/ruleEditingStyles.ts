import { css } from 'lit';
import { fieldStyles } from '../common/fieldStyles';

export const ruleEditingStyles = css`
  ${fieldStyles}

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

  [aria-invalid='true'] {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }

  :focus-visible {
    outline: var(--focus);
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
