import { t } from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { outageText } from '../../src/texts/outageText';
import { stageNames } from '../../src/texts/stageNames';
import { ruleSourceNames } from '../../src/texts/ruleSourceNames';
import type { HistoryAction, HistoryDetail, HistoryRow } from '../../src/panel/history';
import { language } from '../common/language';
import { ActEvent } from '../common/actEvent';
import { dateText, shortDateText } from '../common/dateText';
import './historyOffer';
import { historyRowStyles } from './historyRowStyles';
import { icon } from '../common/icon';
import { LookEvent } from '../common/lookEvent';
import { sectionStyles } from '../common/sectionStyles';

export class HistoryRowEvent extends Event {
  static readonly type = 'auto-mode-history-row';
  readonly id: string;
  readonly what: 'open' | 'shut' | 'add' | 'close';

  constructor(id: string, what: HistoryRowEvent['what']) {
    super(HistoryRowEvent.type, { bubbles: true, composed: true });
    this.id = id;
    this.what = what;
  }
}

@customElement('auto-mode-history-row')
export class HistoryRowElement extends LitElement {
  static override styles = [sectionStyles, historyRowStyles];

  @property({ attribute: false }) row!: HistoryRow;
  @property({ attribute: false }) open = false;
  @property({ attribute: false }) adding = false;
  /** Has the focus while something else is drawn. */
  #focused: Element | undefined;

  /** False while folded. */
  async focusOpener(): Promise<boolean> {
    await this.updateComplete;
    const opener = this.renderRoot.querySelector<HTMLElement>('[data-act="details"]');
    opener?.focus();
    return opener !== null;
  }

  protected override willUpdate(): void {
    this.#focused = this.shadowRoot?.activeElement ?? undefined;
  }

  /** If the pressed button is missing, the focus goes before the others: a held key presses none of them. */
  protected override updated(): void {
    if (this.#focused === undefined || this.#focused.isConnected || !document.hasFocus()) return;
    this.renderRoot.querySelector<HTMLElement>('.buttons')?.focus();
  }

  protected override render(): TemplateResult {
    const { id, at, tool, summary, outage } = this.row;
    const when = shortDateText(at, language());
    return html`<details
      ?open=${this.open}
      @toggle=${({ currentTarget }: Event) => {
        if (!(currentTarget instanceof HTMLDetailsElement) || currentTarget.open === this.open) return;
        this.dispatchEvent(new HistoryRowEvent(id, currentTarget.open ? 'open' : 'shut'));
      }}
    >
      <summary>
        ${icon('chevron-right')}
        <span class="head"><span class="tool">${tool}</span><time class="quiet" datetime=${at}>${when}</time></span>
        <span class="line">${withoutTool(summary, tool)}</span>
        ${
          outage === undefined
            ? nothing
            : html`<span class="line quiet" data-outage=${outage}
                >${t('Could not be judged')}: ${outageText(outage).words}</span
              >`
        }
      </summary>
      ${this.open ? this.#story() : nothing}
    </details>`;
  }

  #story(): TemplateResult {
    const { row } = this;
    const { id, tool, detail } = row;
    return html`<div class="story">
      <dl>${this.#fields(detail)}</dl>
      <p class="note" role="status" data-release-note>${detail?.releaseNote ?? nothing}</p>
      <div class="buttons" tabindex="-1">
        ${
          detail?.release === 'offered'
            ? this.#act(
                t('Allow Once'),
                { kind: 'allowOnce', id },
                t('Allow Once: exactly this call of {tool}', { tool }),
                false,
              )
            : nothing
        }
        ${detail?.whole === false ? this.#act(t('Open the Whole Action'), { kind: 'openAction', id }) : nothing}
        ${
          this.adding
            ? nothing
            : this.#button('offer', t('Add Rule…'), t('Add Rule… that allows this call of {tool}', { tool }), () => {
                this.dispatchEvent(new HistoryRowEvent(id, 'add'));
              })
        }
        ${this.#act(t('Copy'), { kind: 'copy', id }, t('Copy this denial: {tool}', { tool }))}
        ${this.#button('details', t('Details'), t('Details of the blocked call of {tool}', { tool }), () => {
          this.dispatchEvent(new LookEvent('story', { id }));
        })}
      </div>
      ${
        this.adding
          ? html`<auto-mode-history-offer
              .denial=${id}
              .offer=${detail?.offer}
              @auto-mode-history-close=${() => {
                this.dispatchEvent(new HistoryRowEvent(id, 'close'));
              }}
            ></auto-mode-history-offer>`
          : nothing
      }
    </div>`;
  }

  #fields(detail: HistoryDetail | undefined): readonly TemplateResult[] {
    const { row } = this;
    const { at, tool, agent, subAgent, mode, summary, reason, kind, rule, remedy, outage } = row;
    const field = (label: string, value: string, style = ''): TemplateResult =>
      html`<div>
        <dt>${label}</dt>
        <dd class=${style}>${value}</dd>
      </div>`;
    return [
      field(t('Action'), detail?.action ?? summary, 'foreign'),
      ...(detail?.whole === false
        ? [html`<p class="note">${t('This is only its beginning. Open it to see all of it.')}</p>`]
        : []),
      field(t('Reason'), reason),
      ...(remedy === undefined ? [] : [field(t('What would clear it'), remedy)]),
      outage === undefined
        ? field(t('Blocked by'), stageNames()[kind])
        : field(t('Could not be judged'), outageText(outage).words),
      ...(rule === undefined ? [] : [field(t('Rule'), `${rule.text} (${ruleSourceNames()[rule.source]})`, 'foreign')]),
      field(t('Tool'), tool),
      ...(detail?.cwd === undefined ? [] : [field(t('Folder'), detail.cwd, 'foreign')]),
      field(t('Time'), dateText(at, language())),
      ...(agent === undefined ? [] : [field(t('Agent'), agent)]),
      ...(subAgent === undefined ? [] : [field(t('Sub-agent, as its agent names it'), subAgent, 'foreign')]),
      ...(mode === undefined ? [] : [field(t("Agent's own permission mode"), mode, 'foreign')]),
    ];
  }

  #act(label: string, action: HistoryAction, description = label, secondary = true): TemplateResult {
    const run = (): void => {
      this.dispatchEvent(new ActEvent({ feature: 'history', action }));
    };
    return this.#button(action.kind, label, description, run, secondary);
  }

  #button(name: string, label: string, description: string, run: () => void, secondary = true): TemplateResult {
    return html`<vscode-button ?secondary=${secondary} data-act=${name} aria-label=${description} @click=${run}
      >${label}</vscode-button
    >`;
  }
}

/** It is above already. */
function withoutTool(summary: string, tool: string): string {
  return summary.startsWith(`${tool} `) ? summary.slice(tool.length + 1) : summary;
}
