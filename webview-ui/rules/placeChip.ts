import { t } from '@vscode/l10n';
import { css, html, type TemplateResult } from 'lit';
import type { RuleHome } from '../../src/panel/ruleEditing';
import { icon, type IconName } from '../common/icon';

const ICONS: Readonly<Record<RuleHome, IconName>> = {
  managed: 'shield',
  environment: 'server',
  folder: 'folder',
  user: 'account',
  remote: 'server',
  workspace: 'root-folder',
  default: 'package',
};

function placeWords(): Readonly<Record<RuleHome, string>> {
  return {
    managed: t('Policy'),
    environment: t('Environment'),
    folder: t('Folder'),
    user: t('User'),
    remote: t('Remote'),
    workspace: t('Workspace'),
    default: t('Built in'),
  };
}

/** Where a rule is kept; `label` says it whole. Needs `placeChipStyles` and `iconStyles`. */
export function placeChip(source: RuleHome, label: string): TemplateResult {
  return html`<span class="chip" data-place=${source} title=${label}
    >${icon(ICONS[source])}<span class="word">${placeWords()[source]}</span></span
  >`;
}

/** Without its word where a line is narrow: screen readers still hear it. */
export const placeChipStyles = css`
  .chip {
    align-items: center;
    border: 1px solid var(--line);
    border-radius: 8px;
    color: var(--vscode-descriptionForeground);
    display: inline-flex;
    flex: none;
    font-size: 0.85em;
    gap: 3px;
    line-height: 16px;
    padding: 0 5px;
  }

  .chip .icon {
    font-size: 12px;
  }

  @container (max-width: 340px) {
    .chip {
      border-color: transparent;
      padding: 0;
    }

    .chip .icon {
      font-size: 14px;
    }

    .chip .word {
      clip-path: inset(50%);
      height: 1px;
      overflow: hidden;
      position: absolute;
      width: 1px;
    }
  }
`;
