import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { PanelMode, PanelSnapshot, PanelStrings } from '../src/panel/messages';
import { commandButton } from './commandButton';
import { sectionStyles } from './sectionStyles';
import { fillIn } from './fillIn';
import { foldHandler } from './foldEvent';

/** Under this name the panel remembers whether the counts by stage are unfolded. */
export const STAGES_FOLD = 'stages';

const ICONS: Readonly<Record<PanelMode, string>> = {
  on: 'shield',
  off: 'circle-slash',
  paused: 'debug-pause',
  outage: 'debug-disconnect',
  'configuration-error': 'error',
  untrusted: 'workspace-untrusted',
};

/** The mode, what it means, how to change it, and what was counted. */
@customElement('auto-mode-status')
export class StatusSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      .mode {
        font-size: 1.3em;
        font-weight: 600;
        margin-bottom: 4px;
      }

      .detail {
        border-inline-start: 2px solid var(--vscode-panel-border, currentColor);
        padding-inline-start: 8px;
      }

      dl {
        display: grid;
        gap: 0 8px;
        margin: 14px 0 8px;
      }

      dl.totals {
        grid-template-columns: repeat(3, 1fr);
      }

      dl.totals > div {
        display: flex;
        flex-direction: column-reverse;
        min-width: 0;
      }

      dl.totals dd {
        font-size: 1.4em;
        font-variant-numeric: tabular-nums;
      }

      dl.stages {
        gap: 4px 8px;
        grid-template-columns: 1fr auto;
        margin: 6px 0 0 13px;
      }

      dl.stages > div {
        display: contents;
      }

      dt {
        color: var(--vscode-descriptionForeground);
        overflow: hidden;
        text-overflow: ellipsis;
      }

      dd {
        margin: 0;
      }

      dl.stages dd {
        font-variant-numeric: tabular-nums;
        text-align: end;
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: PanelSnapshot;
  @property({ attribute: false }) strings!: PanelStrings;
  @property({ attribute: false }) stagesOpen = false;

  protected override render(): TemplateResult {
    const { snapshot, strings } = this;
    const { mode, modeDetail, waiting } = snapshot;
    const { word, sentence } = strings.modes[mode];
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.status}</h2>
      <div class="row mode" data-mode=${mode}>
        <vscode-icon name=${ICONS[mode]} size="20"></vscode-icon><span>${word}</span>
      </div>
      <p>${sentence}</p>
      ${modeDetail === undefined ? nothing : html`<p class="detail">${modeDetail}</p>`}
      ${
        waiting === 0
          ? nothing
          : html`<p class="row" data-waiting=${waiting}>
              <vscode-icon name="bell-dot"></vscode-icon>
              <span>${waiting === 1 ? strings.waitingOne : fillIn(strings.waiting, { count: waiting })}</span>
            </p>`
      }
      <div class="buttons">${this.#buttons()}</div>
      ${this.#counters()}
    </section>`;
  }

  #buttons(): TemplateResult | readonly TemplateResult[] {
    const { strings, snapshot } = this;
    const turnOff = commandButton(strings.turnOff, { kind: 'turnOff' }, { secondary: true });
    switch (snapshot.mode) {
      case 'on':
      case 'outage':
        return turnOff;
      case 'off':
        return commandButton(strings.turnOn, { kind: 'turnOn' });
      case 'paused':
        return [commandButton(strings.resume, { kind: 'resume' }), turnOff];
      case 'configuration-error':
        return [commandButton(strings.openSettings, { kind: 'openSettings' }), turnOff];
      case 'untrusted':
        return [commandButton(strings.manageTrust, { kind: 'manageTrust' }), turnOff];
    }
  }

  #counters(): TemplateResult {
    const { strings, snapshot } = this;
    const { checked, allowed, blocked, byStage } = snapshot.counters;
    const number = new Intl.NumberFormat(strings.language);
    const stages = Object.entries(byStage).filter(([, count]) => count > 0);
    return html`<dl class="totals">
        ${[
          ['checked', strings.checked, checked],
          ['allowed', strings.allowed, allowed],
          ['blocked', strings.blocked, blocked],
        ].map(
          ([name, label, count]) =>
            html`<div>
              <dt>${label}</dt>
              <dd data-counter=${name}>${number.format(Number(count))}</dd>
            </div>`,
        )}
      </dl>
      ${
        stages.length === 0
          ? nothing
          : html`<details ?open=${this.stagesOpen} @toggle=${foldHandler(STAGES_FOLD)}>
              <summary>${strings.byStage}</summary>
              <dl class="stages">
                ${stages.map(
                  ([stage, count]) =>
                    html`<div>
                      <dt>${strings.stages[stage as keyof PanelStrings['stages']]}</dt>
                      <dd>${number.format(count)}</dd>
                    </div>`,
                )}
              </dl>
            </details>`
      }`;
  }
}
