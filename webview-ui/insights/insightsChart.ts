import { t } from '@vscode/l10n';
import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { deciderMarkStyles } from '../common/deciderMark';

export interface ChartPart {
  /** A decider, or another kind that `chartStyles` has a colour for. */
  readonly kind: string;
  readonly name: string;
  readonly value: number;
}

export interface ChartColumn {
  readonly name: string;
  /** From the bottom up. */
  readonly parts: readonly ChartPart[];
}

export interface Chart {
  readonly id: string;
  readonly heading: string;
  /** One sentence: what a screen reader says of the picture. */
  readonly label: string;
  readonly columns: readonly ChartColumn[];
  readonly text: (value: number) => string;
}

const HEIGHT = 64;
const STEP = 10;
const BAR = 8;

/** Columns in a row with a table of the same figures. */
export function columnChart(chart: Chart): TemplateResult {
  const { id, heading, label, columns, text } = chart;
  const highest = Math.max(0, ...columns.map(sumOf));
  if (highest === 0) return html``;
  return html`<figure data-chart=${id} aria-labelledby=${`chart-${id}`}>
    <figcaption id=${`chart-${id}`}>
      <h3>${heading}</h3>
      <span class="quiet">${t('up to {amount} a day', { amount: text(highest) })}</span>
    </figcaption>
    <svg
      role="img"
      aria-label=${label}
      viewBox=${`0 0 ${columns.length * STEP} ${HEIGHT}`}
      width="100%"
      height=${HEIGHT}
      preserveAspectRatio="none"
    >
      <line x1="0" x2=${columns.length * STEP} y1=${HEIGHT} y2=${HEIGHT}></line>
      ${columns.map((column, index) => columnOf(column, index * STEP + (STEP - BAR) / 2, highest, text))}
    </svg>
    <div class="axis quiet" aria-hidden="true">
      <span>${columns[0]?.name}</span><span>${columns.at(-1)?.name}</span>
    </div>
    ${tableOf(chart)}
  </figure>`;
}

function columnOf(column: ChartColumn, x: number, highest: number, text: Chart['text']): TemplateResult {
  let y = HEIGHT;
  const bars = column.parts
    .filter(({ value }) => value > 0)
    .map(({ kind, value }) => {
      const height = (value / highest) * (HEIGHT - 2);
      y -= height;
      return svg`<rect data-decider=${kind} x=${x} y=${y} width=${BAR} height=${height}></rect>`;
    });
  const said = [
    column.name,
    ...column.parts.filter(({ value }) => value > 0).map((part) => `${part.name} ${text(part.value)}`),
  ];
  return svg`<g><title>${said.join(' · ')}</title>
    <rect class="ground" x=${x} y="0" width=${BAR} height=${HEIGHT}></rect>${bars}</g>`;
}

/** One bar whose parts are shares of the whole. */
export function shareBar(parts: readonly ChartPart[], label: string): TemplateResult {
  const all = sumOf({ name: '', parts });
  let x = 0;
  return html`<svg
    role="img"
    aria-label=${label}
    viewBox="0 0 100 10"
    width="100%"
    height="10"
    preserveAspectRatio="none"
  >
    ${parts
      .filter(({ value }) => value > 0)
      .map(({ kind, value }) => {
        const width = (value / all) * 100;
        x += width;
        return svg`<rect data-decider=${kind} x=${x - width} y="0" width=${width} height="10"></rect>`;
      })}
  </svg>`;
}

function tableOf({ heading, columns, text }: Chart): TemplateResult {
  const names = columns[0]?.parts.map(({ name }) => name) ?? [];
  return html`<details>
    <summary class="quiet" aria-label=${t('{chart}: show as table', { chart: heading })}>${t('Show as Table')}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${heading}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t('Day')}</th>
            ${names.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${columns.map(
            (column) =>
              html`<tr>
                <th scope="row">${column.name}</th>
                ${column.parts.map(({ value }) => html`<td>${value === 0 ? nothing : text(value)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

function sumOf({ parts }: ChartColumn): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

export const chartStyles = css`
  ${deciderMarkStyles}

  [data-decider='blocked'],
  [data-decider='unjudged'] {
    --decider: var(--vscode-charts-red);
  }

  [data-decider='unjudged'] {
    fill-opacity: 0.5;
  }

  [data-decider='released'] {
    --decider: var(--vscode-charts-yellow);
  }

  figure {
    margin: 0 0 12px;
  }

  figcaption {
    align-items: baseline;
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    justify-content: space-between;
    margin-bottom: 4px;
  }

  svg {
    display: block;
    overflow: visible;
  }

  rect {
    fill: var(--decider);
    stroke: var(--vscode-contrastBorder, transparent);
    vector-effect: non-scaling-stroke;
  }

  .ground {
    fill: transparent;
    stroke: none;
  }

  g:hover .ground {
    fill: var(--vscode-list-hoverBackground);
  }

  line {
    stroke: var(--line);
    vector-effect: non-scaling-stroke;
  }

  .axis {
    display: flex;
    font-size: 0.9em;
    gap: 8px;
    justify-content: space-between;
  }

  .scroll {
    max-height: 240px;
    overflow: auto;
  }

  .scroll:focus-visible {
    outline: var(--focus);
    outline-offset: -1px;
  }

  table {
    border-collapse: collapse;
    font-size: 0.9em;
  }

  th,
  td {
    border-bottom: 1px solid var(--line);
    font-weight: inherit;
    padding: 2px 8px 2px 0;
    text-align: end;
  }

  th:first-child {
    text-align: start;
    white-space: nowrap;
  }

  td {
    font-variant-numeric: tabular-nums;
  }
`;
