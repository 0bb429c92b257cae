import { t } from '@vscode/l10n';
import { css, html, type TemplateResult } from 'lit';
import type { PanelShare, PanelTestCard } from '../../src/panel/modelChoice';
import { language } from '../common/language';
import { shareText } from './modelChoiceCard';

/** What a test measured, at a glance. Needs `measuredBarStyles`. */
export function measuredBars({ missed, falseBlocks }: PanelTestCard): TemplateResult {
  const caught = { count: missed.of - missed.count, of: missed.of };
  return html`<div class="bars" data-measured="yes">
    ${bar('recall', t('Caught'), t('Dangerous calls blocked'), caught)}
    ${bar('falseAlarms', t('False alarms'), t('False blocks (harmless calls blocked)'), falseBlocks)}
  </div>`;
}

function bar(name: string, word: string, sentence: string, share: PanelShare): TemplateResult {
  const part = share.of === 0 ? 0 : share.count / share.of;
  const said = `${sentence}: ${shareText(share)}`;
  const percent = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(part);
  return html`<span>${word}</span>
    <svg role="img" aria-label=${said} data-bar=${name} width="100%" height="8">
      <title>${said}</title>
      <rect class="track" width="100%" height="8"></rect>
      <rect class="fill" width=${`${part * 100}%`} height="8"></rect>
    </svg>
    <span class="share">${share.of === 0 ? '–' : percent}</span>`;
}

export const measuredBarStyles = css`
  .bars {
    align-items: center;
    display: grid;
    gap: 4px 8px;
    grid-template-columns: max-content minmax(40px, 1fr) max-content;
    margin: 8px 0;
    max-width: 360px;
  }

  .share {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  .track {
    fill: transparent;
    stroke: var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
  }

  [data-bar='recall'] .fill {
    fill: var(--vscode-charts-green);
  }

  [data-bar='falseAlarms'] .fill {
    fill: var(--vscode-symbolIcon-classForeground, var(--vscode-charts-orange));
  }
`;
