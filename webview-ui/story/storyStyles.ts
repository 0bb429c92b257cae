import { css } from 'lit';
import { linkStyles } from '../common/linkStyles';

export const storyStyles = css`
  ${linkStyles}

  .back {
    margin-bottom: 8px;
  }

  .verdict {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
  }

  h2 {
    align-items: center;
    display: flex;
    font-size: 1.1em;
    gap: 6px;
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
    text-transform: none;
  }

  [data-icon='pass'] {
    color: var(--vscode-charts-green);
  }

  [data-icon='error'] {
    color: var(--vscode-charts-red);
  }

  [data-icon='warning'] {
    color: var(--vscode-list-warningForeground, currentColor);
  }

  .reason {
    margin: 2px 0 8px;
    white-space: pre-wrap;
  }

  [data-origin] {
    margin: 4px 0 0;
  }

  .acts {
    align-items: center;
    gap: 6px 8px;
  }

  .acts + p,
  [data-release-note]:not(:empty) {
    margin-top: 4px;
  }

  [data-release-note],
  [data-added] {
    margin: 0;
  }

  .others {
    line-height: 22px;
    margin-top: 4px;
  }

  .offer {
    border-left: 2px solid var(--line);
    margin-top: 8px;
    padding-left: 8px;
  }

  .offer p {
    margin-bottom: 4px;
  }

  .offer li {
    margin-bottom: 12px;
  }

  .offer .examples {
    list-style: disc;
    padding-left: 18px;
  }

  auto-mode-story-stages {
    margin-top: 12px;
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

  [data-part] > summary {
    font-weight: 600;
    line-height: 22px;
    overflow-wrap: anywhere;
  }

  details[data-part] {
    border-top: 1px solid var(--line);
    margin-top: 8px;
    padding-top: 4px;
  }

  details[data-part] details[data-part] {
    margin-left: 8px;
  }

  .brief {
    color: var(--vscode-descriptionForeground);
    font-weight: 400;
  }

  .tree {
    line-height: 1.4;
    margin: 2px 0 8px;
  }

  .tree li {
    margin-bottom: 2px;
    overflow-wrap: anywhere;
  }

  [data-run-file],
  [data-unknown],
  .tree summary {
    align-items: flex-start;
    display: flex;
    gap: 6px;
  }

  .tree .icon {
    margin-top: 1px;
  }

  .tree details p {
    margin: 0 0 4px 22px;
  }

  [data-offends] summary {
    font-weight: 700;
  }

  [data-depth='1'] {
    margin-inline-start: 14px;
  }

  [data-depth='2'] {
    margin-inline-start: 28px;
  }

  [data-depth='3'] {
    margin-inline-start: 42px;
  }

  [data-depth='4'] {
    margin-inline-start: 56px;
  }

  [data-depth='5'],
  [data-depth='6'] {
    margin-inline-start: 70px;
  }
`;
