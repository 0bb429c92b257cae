import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { PanelDenial, PanelStrings } from '../src/panel/messages';
import { commandButton } from './commandButton';
import { dateText, shortDateText } from './dateText';
import { fillIn } from './fillIn';
import { foldHandler } from './foldEvent';
import { sectionStyles } from './sectionStyles';

/** The last blocks, newest first, each of which unfolds into all that is known about it. */
@customElement('auto-mode-denials')
export class DenialSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      li {
        border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
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
        outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
        outline-offset: -1px;
      }

      .chevron {
        transition: transform 0.1s;
      }

      details[open] .chevron {
        transform: rotate(90deg);
      }

      @media (prefers-reduced-motion: reduce) {
        .chevron {
          transition: none;
        }
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
    `,
  ];

  @property({ attribute: false }) denials!: readonly PanelDenial[];
  @property({ attribute: false }) strings!: PanelStrings;
  /** Ids of the entries that are unfolded. */
  @property({ attribute: false }) open: readonly string[] = [];
  @property({ attribute: false }) canReset = false;

  protected override render(): TemplateResult {
    const { denials, strings } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.denials}</h2>
      ${
        denials.length === 0
          ? html`<p>${strings.noDenials}</p>
              <div class="buttons">${commandButton(strings.showLog, { kind: 'showLog' }, { secondary: true })}</div>`
          : html`<ul>
              ${repeat(
                denials,
                ({ id }) => id,
                (denial) => this.#denial(denial),
              )}
            </ul>`
      }
      ${
        this.canReset
          ? html`<div class="buttons">${commandButton(strings.reset, { kind: 'reset' }, { secondary: true })}</div>`
          : nothing
      }
    </section>`;
  }

  #denial(denial: PanelDenial): TemplateResult {
    const { strings } = this;
    const { id, at, tool, summary } = denial;
    const when = shortDateText(at, strings.language);
    return html`<li>
      <details ?open=${this.open.includes(id)} @toggle=${foldHandler(id)}>
        <summary>
          <vscode-icon class="chevron" name="chevron-right"></vscode-icon>
          <span class="head"><span class="tool">${tool}</span><time class="quiet" datetime=${at}>${when}</time></span>
          <span class="line">${withoutTool(summary, tool)}</span>
        </summary>
        <div class="story">
          <dl>${this.#fields(denial)}</dl>
          <div class="buttons">
            ${commandButton(
              strings.copy,
              { kind: 'copyDenial', id },
              { secondary: true, description: fillIn(strings.copyLabel, { tool }) },
            )}
          </div>
        </div>
      </details>
    </li>`;
  }

  #fields({ at, tool, agent, summary, reason, kind, rule, remedy }: PanelDenial): readonly TemplateResult[] {
    const { strings } = this;
    const field = (label: string, value: string, style = ''): TemplateResult =>
      html`<div>
        <dt>${label}</dt>
        <dd class=${style}>${value}</dd>
      </div>`;
    return [
      field(strings.action, summary, 'foreign'),
      field(strings.reason, reason),
      ...(remedy === undefined ? [] : [field(strings.remedy, remedy)]),
      field(strings.check, strings.stages[kind]),
      ...(rule === undefined
        ? []
        : [field(strings.rule, `${rule.text} (${strings.ruleSources[rule.source]})`, 'foreign')]),
      field(strings.tool, tool),
      field(strings.time, dateText(at, strings.language)),
      ...(agent === undefined ? [] : [field(strings.agent, agent)]),
    ];
  }
}

/** The tool's name stands above already. */
function withoutTool(summary: string, tool: string): string {
  return summary.startsWith(`${tool} `) ? summary.slice(tool.length + 1) : summary;
}
