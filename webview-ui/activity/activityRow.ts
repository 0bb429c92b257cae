import { t } from '@vscode/l10n';
import { css, html, nothing, type TemplateResult } from 'lit';
import { deciderNames, deciderOf } from '../../src/texts/deciders';
import { stageNames } from '../../src/texts/stageNames';
import type { ActivityHeading, ActivityRow } from '../../src/panel/activity';
import { agentMark, agentMarkStyles } from '../common/agentMark';
import { ageText } from '../common/ageText';
import { dateText } from '../common/dateText';
import { deciderMark, deciderMarkStyles } from '../common/deciderMark';
import { iconStyles } from '../common/icon';
import { language } from '../common/language';
import { outcomeMark, outcomeMarkStyles } from '../common/outcomeMark';
import { outcomeNames } from '../common/outcomeNames';

/** Equal heights: each line's place is known without drawing it. */
export const LINE_PIXELS = 26;

export const activityRowStyles = css`
  ${iconStyles}
  ${agentMarkStyles}
  ${deciderMarkStyles}
  ${outcomeMarkStyles}

  .line {
    align-items: center;
    box-sizing: border-box;
    display: flex;
    gap: 6px;
    height: 26px;
    inset-inline: 0;
    line-height: 26px;
    padding: 0 4px;
    position: absolute;
    top: 0;
    white-space: nowrap;
  }

  .session {
    color: var(--vscode-descriptionForeground);
    font-size: 11px;
    padding-top: 4px;
  }

  .decision {
    border-inline-start: 2px solid transparent;
    cursor: pointer;
  }

  .decision[data-headed] {
    border-inline-start-color: var(--line);
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

  .what,
  .session span {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }

  .what code {
    font-family: var(--vscode-editor-font-family);
    font-size: 0.95em;
  }

  mark {
    background: none;
    color: inherit;
    font-weight: 700;
    text-decoration: underline 2px var(--vscode-charts-red);
    text-underline-offset: 3px;
  }

  .fold {
    background: var(--vscode-badge-background);
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 8px;
    color: var(--vscode-badge-foreground);
    flex: none;
    font-size: 11px;
    line-height: 14px;
    padding: 0 5px;
  }

  .sign {
    display: flex;
    flex: none;
  }

  .sign .icon {
    color: inherit;
    font-size: 14px;
  }

  .agent {
    flex: none;
    font-size: 0.9em;
    max-width: 90px;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  time {
    flex: none;
    font-size: 0.9em;
    font-variant-numeric: tabular-nums;
    min-width: 26px;
    text-align: end;
  }

  @container (max-width: 420px) {
    .decider {
      font-size: 0;
      gap: 0;
    }

    /* Not seen, yet part of the row's words, as its name is. */
    .agent {
      font-size: 0;
      margin-inline-start: -6px;
      overflow: visible;
    }
  }
`;

export interface LinePlace {
  /** Among the lines, from 0. */
  readonly index: number;
  /** Of all rows. */
  readonly rows: number;
  /** For the Tab key. */
  readonly isStop: boolean;
  readonly now: number;
}

/** Only seen: each row says its agent itself. */
export function headingLine({ heading }: ActivityHeading, index: number): TemplateResult {
  return html`<div class="line session" aria-hidden="true" .style=${placeStyle(index)}><span>${heading}</span></div>`;
}

export function activityRow(row: ActivityRow, { index, rows, isStop, now }: LinePlace): TemplateResult {
  const { id, at, outcome, unjudged, stage, place, fold, agent, headed } = row;
  const mark = unjudged === true ? 'unjudged' : outcome;
  return html`<div
    class="line decision"
    role="option"
    aria-label=${spoken(row, now)}
    aria-selected=${isStop ? 'true' : 'false'}
    aria-setsize=${rows}
    aria-posinset=${place}
    tabindex=${isStop ? 0 : -1}
    data-id=${id}
    data-index=${index}
    data-outcome=${mark}
    ?data-headed=${headed === true}
    title=${titleOf(row)}
    .style=${placeStyle(index)}
  >
    ${outcomeMark(mark)}
    <span class="what">${action(row)}</span>
    ${
      fold === undefined
        ? nothing
        : html`<span class="fold" data-fold=${fold.id}>${fold.open ? '−' : `×${fold.count}`}</span>`
    }
    ${deciderMark(deciderOf(stage))}
    ${agent === undefined ? nothing : html`<span class="sign quiet" aria-hidden="true">${agentMark(agent)}</span> <span class="agent quiet">${agent}</span>`}
    <time class="quiet" datetime=${at}>${ageText(at, now)}</time>
  </div>`;
}

// The content security policy refuses the attribute, which Lit's styleMap writes first.
function placeStyle(index: number): string {
  return `transform: translateY(${index * LINE_PIXELS}px)`;
}

function action({ tool, isCommand, summary, mark }: ActivityRow): TemplateResult {
  const name = isCommand === true ? nothing : html`${tool} `;
  if (mark === undefined) return html`${name}<code>${summary}</code>`;
  const [start, end] = mark;
  return html`${name}<code
      >${summary.slice(0, start)}<mark>${summary.slice(start, end)}</mark>${summary.slice(end)}</code
    >`;
}

function checkOf({ unjudged, stage }: ActivityRow): string {
  return unjudged === true ? t('Could not be judged') : stageNames()[stage];
}

function titleOf(row: ActivityRow): string {
  const { tool, summary, outcome, agent, at } = row;
  const facts = [outcomeNames()[outcome], checkOf(row), ...(agent === undefined ? [] : [agent])];
  return `${tool} ${summary}\n${facts.join(' · ')}\n${dateText(at, language())}`;
}

/** The visible words together and in their order: who speaks to the editor names a row by what is seen. */
function spoken(row: ActivityRow, now: number): string {
  const { tool, isCommand, summary, outcome, stage, agent, at, fold } = row;
  return [
    outcomeNames()[outcome],
    isCommand === true ? summary : `${tool} ${summary}`,
    ...(fold === undefined || fold.open ? [] : [`×${fold.count}`]),
    deciderNames()[deciderOf(stage)],
    ...(agent === undefined ? [] : [agent]),
    ageText(at, now),
    checkOf(row),
  ].join(', ');
}
