import { css } from 'lit';

export const historyRowStyles = css`
  :host {
    border-bottom: 1px solid var(--line);
  }

  summary {
    display: grid;
    gap: 0 6px;
    grid-template-columns: 16px 1fr;
    list-style: none;
    padding: 6px 2px;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary:hover {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
    outline: var(--pointed);
    outline-offset: -1px;
  }

  details[open] > summary .icon {
    transform: rotate(90deg);
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    justify-content: space-between;
    min-width: 0;
  }

  .head .tool {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .line {
    grid-column: 2;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .story {
    padding: 0 2px 10px 24px;
  }

  dl {
    margin: 0;
  }

  dt {
    font-size: 0.9em;
    font-weight: 600;
    margin-top: 8px;
  }

  dd {
    line-height: 1.4;
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }

  .note {
    margin: 8px 0 0;
  }

  .note:empty {
    margin: 0;
  }
`;
