import { css } from 'lit';
import { quietButtonStyles } from '../common/quietButton';
import { sectionStyles } from '../common/sectionStyles';
import { unseenStyles } from '../common/unseenStyles';
import { placeChipStyles } from './placeChip';
import { ruleEditingStyles } from './ruleEditingStyles';

export const ruleListStyles = [
  sectionStyles,
  unseenStyles,
  ruleEditingStyles,
  placeChipStyles,
  quietButtonStyles,
  css`
    :host {
      container-type: inline-size;
    }

    li.drop-before {
      box-shadow: 0 -2px var(--vscode-focusBorder);
    }

    li.drop-after {
      box-shadow: 0 2px var(--vscode-focusBorder);
    }

    li.dragged {
      opacity: 0.6;
    }

    .line {
      align-items: center;
      display: flex;
      min-width: 0;
      position: relative;
    }

    .line:hover,
    .line:focus-within {
      background: var(--vscode-list-hoverBackground);
    }

    .grip {
      cursor: grab;
      flex: none;
      opacity: 0;
      touch-action: none;
      width: 16px;
    }

    .grip:empty {
      cursor: default;
    }

    .line:hover .grip,
    .dragged .grip {
      opacity: 1;
    }

    .entry {
      align-items: center;
      background: none;
      border: 0;
      color: inherit;
      cursor: pointer;
      display: flex;
      flex: 1;
      font: inherit;
      gap: 6px;
      min-height: 24px;
      min-width: 0;
      padding: 2px 4px;
      scroll-margin: 40px 0 200px;
      text-align: start;
    }

    .entry:hover {
      outline: var(--pointed);
      outline-offset: -1px;
    }

    .entry:focus-visible {
      outline: var(--focus);
    }

    .text {
      flex: 0 1 auto;
      min-width: 3em;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }

    [aria-expanded='true'] > .text {
      max-height: 20em;
      overflow: auto;
      white-space: pre-wrap;
    }

    .mark {
      display: inline-flex;
      flex: none;
      position: relative;
    }

    .mark .icon {
      font-size: 14px;
    }

    [data-mark='problem'] .icon {
      color: var(--vscode-errorForeground);
    }

    .end {
      align-items: center;
      display: inline-flex;
      flex: none;
      gap: 6px;
      margin-inline-start: auto;
      position: relative;
    }

    .hits {
      color: var(--vscode-descriptionForeground);
      font-variant-numeric: tabular-nums;
      min-width: 3ch;
      text-align: end;
    }

    .trash {
      background: var(--vscode-sideBar-background, var(--vscode-editor-background));
      inset-block: 0;
      inset-inline-end: 0;
      opacity: 0;
      pointer-events: none;
      position: absolute;
    }

    .line:hover .trash {
      opacity: 1;
      pointer-events: auto;
    }

    .opened {
      padding: 4px 2px 10px 16px;
    }

    .row-buttons {
      align-items: center;
      display: inline-flex;
      flex-wrap: wrap;
      gap: 2px;
    }

    #destination {
      width: auto;
    }

    .opened ol {
      margin: 4px 0 8px;
      max-height: 20em;
      overflow: auto;
      /* Numbers of three digits: what sticks out is cut off. */
      padding-left: 3.5em;
    }

    .opened ol > li {
      margin-bottom: 4px;
    }
  `,
];
