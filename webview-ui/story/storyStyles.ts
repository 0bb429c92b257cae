import { css } from 'lit';
import { linkStyles } from '../common/linkStyles';

export const storyStyles = css`
  ${linkStyles}

  h2 {
    align-items: center;
    display: flex;
    font-size: 1.1em;
    gap: 6px;
    margin-top: 10px;
    overflow-wrap: anywhere;
    text-transform: none;
  }

  dl {
    margin: 0;
  }

  dt,
  .label {
    font-size: 0.9em;
    font-weight: 600;
    margin-top: 8px;
    overflow-wrap: anywhere;
  }

  dd {
    line-height: 1.4;
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }

  .setting {
    white-space: normal;
  }

  details {
    border-top: 1px solid var(--line);
    margin-top: 10px;
    padding-top: 4px;
  }

  details details {
    margin-left: 8px;
  }

  summary {
    font-weight: 600;
    line-height: 22px;
    overflow-wrap: anywhere;
  }

  ol {
    margin: 0;
    padding-inline-start: 24px;
  }

  li {
    line-height: 1.4;
    margin-bottom: 4px;
    overflow-wrap: anywhere;
  }

  [data-step='passed'] {
    color: var(--vscode-descriptionForeground);
  }

  [data-step='decided'] {
    font-weight: 600;
  }
`;
