import { t } from '@vscode/l10n';
import { css, html, nothing, type TemplateResult } from 'lit';
import { stageNames } from '../../src/texts/stageNames';
import type { ActivityRow } from '../../src/panel/activity';
import { language } from '../common/language';
import { outcomeNames } from '../common/outcomeNames';
import { shortDateText } from '../common/dateText';
import { durationText } from '../common/durationText';
import { icon, type IconName, iconStyles } from '../common/icon';

/** Equal heights: each row's place is known without drawing it. */
export const ROW_PIXELS = 62;

export const activityRowStyles = css`
  ${iconStyles}

  .decision {
    border-bottom: 1px solid var(--line);
    box-sizing: border-box;
    cursor: pointer;
    display: grid;
    gap: 0 6px;
    grid-template-columns: 16px minmax(0, 1fr);
    height: 62px;
    inset-inline: 0;
    line-height: 18px;
    padding: 3px 4px;
    position: absolute;
    top: 0;
  }

  .decision:hover {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
    outline: var(--pointed);
    outline-offset: -1px;
  }

  .decision:focus-visible {
    outline: var(--focus);
    outline-offset: -1px;
  }

  .decision > div {
    display: flex;
    gap: 8px;
    grid-column: 2;
    justify-content: space-between;
    min-width: 0;
    white-space: nowrap;
  }

  .decision .first {
    grid-column: auto;
  }

  .decision span {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }

  .decision .kept {
    flex: none;
  }

  .decision strong {
    font-weight: 600;
  }

  .decision code {
    font-family: var(--vscode-editor-font-family);
    font-size: 0.95em;
  }
`;

const ICONS: Readonly<Record<ActivityRow['outcome'] | 'unjudged', IconName>> = {
  allow: 'pass',
  block: 'error',
  defer: 'arrow-right',
  unjudged: 'warning',
};

export interface RowPlace {
  /** In the whole list, from 0. */
  readonly index: number;
  readonly total: number;
  /** For the Tab key. */
  readonly isStop: boolean;
}

export function activityRow(row: ActivityRow, { index, total, isStop }: RowPlace): TemplateResult {
  const { id, at, outcome, unjudged, stage, tool, summary, durationMs, agent } = row;
  const check = unjudged === true ? t('Could not be judged') : stageNames()[stage];
  // The content security policy refuses the attribute, which Lit's styleMap writes first.
  return html`<div
    class="decision"
    role="option"
    aria-selected=${isStop ? 'true' : 'false'}
    aria-setsize=${total}
    aria-posinset=${index + 1}
    tabindex=${isStop ? 0 : -1}
    data-id=${id}
    data-index=${index}
    data-outcome=${outcome}
    .style=${`transform: translateY(${index * ROW_PIXELS}px)`}
  >
    ${icon(ICONS[unjudged === true ? 'unjudged' : outcome])}
    <div class="first">
      <span><strong>${tool}</strong> ${outcomeNames()[outcome]}</span
      ><time class="quiet kept" datetime=${at}>${shortDateText(at, language())}</time>
    </div>
    <div>
      <span><code>${summary}</code></span>
    </div>
    <div class="quiet">
      <span>${check}${agent === undefined ? nothing : ` · ${agent}`}</span
      ><span class="kept">${durationText(durationMs, language())}</span>
    </div>
  </div>`;
}
