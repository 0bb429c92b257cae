import { css } from 'lit';
import { quietButtonStyles } from '../common/quietButton';
import { sectionStyles } from '../common/sectionStyles';
import { unseenStyles } from '../common/unseenStyles';
import { ruleEditingStyles } from './ruleEditingStyles';

export const ruleEditingPageStyles = [
  sectionStyles,
  unseenStyles,
  ruleEditingStyles,
  quietButtonStyles,
  css`
    section {
      display: flex;
      flex-direction: column;
      gap: 4px;
      min-width: 0;
    }

    section > * {
      margin: 0;
    }

    .head {
      align-items: center;
      display: flex;
      justify-content: space-between;
    }

    auto-mode-trial {
      border-top: 1px solid var(--line);
      margin-top: 12px;
      padding-top: 4px;
    }

    /* Always at hand where there is room for both. */
    @media (min-height: 480px) and (min-width: 240px) {
      auto-mode-trial {
        background: var(--vscode-sideBar-background, var(--vscode-editor-background));
        bottom: 0;
        margin-bottom: -20px;
        max-height: 45vh;
        overflow: auto;
        padding-bottom: 8px;
        position: sticky;
        z-index: 1;
      }
    }
  `,
];
