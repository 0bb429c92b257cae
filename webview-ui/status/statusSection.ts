import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelMode, PanelSnapshot, PanelStrings } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { sectionStyles } from '../common/sectionStyles';
import { fillIn } from '../common/fillIn';
import { foldHandler } from '../common/foldEvent';
import { icon, type IconName } from '../common/icon';
import { classifierLine } from '../common/usageText';

/** Under this name the panel remembers whether the counts by stage are unfolded. */
export const STAGES_FOLD = 'stages';

const ICONS: Readonly<Record<PanelMode, IconName>> = {
  on: 'shield',
  off: 'circle-slash',
  paused: 'debug-pause',
  outage: 'debug-disconnect',
  'configuration-error': 'error',
  untrusted: 'workspace-untrusted',
  'not-started': 'error',
};

/** The mode, what it means, how to change it, what was counted, and the classifier at a glance. */
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

      .mode > .icon {
        font-size: 20px;
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
  /** Whether the questions wait in a dialog too. */
  @property({ attribute: false }) waitsInDialog = false;

  protected override render(): TemplateResult {
    const { snapshot, strings } = this;
    const { mode, modeDetail, waiting } = snapshot;
    const { word, sentence } = strings.modes[mode];
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.status}</h2>
      <div class="row mode" data-mode=${mode}>${icon(ICONS[mode])}<span>${word}</span></div>
      <p>${sentence}</p>
      ${modeDetail === undefined ? nothing : html`<p class="detail">${modeDetail}</p>`}
      ${
        waiting === 0
          ? nothing
          : html`<p class="row" data-waiting=${waiting}>
              ${icon('bell-dot')}
              <span>${this.#waitingText(waiting)}</span>
            </p>`
      }
      <div class="buttons">${this.#buttons()}</div>
      ${this.#counters()}
    </section>`;
  }

  #waitingText(count: number): string {
    const { inPanel, oneInPanel, inDialog, oneInDialog } = this.strings.questions;
    const [one, many] = this.waitsInDialog ? [oneInDialog, inDialog] : [oneInPanel, inPanel];
    return count === 1 ? one : fillIn(many, { count });
  }

  #buttons(): TemplateResult | readonly TemplateResult[] {
    const { strings, snapshot } = this;
    const turnOff = commandButton(strings.turnOff, { kind: 'turnOff' }, { secondary: true });
    if (snapshot.notStarted === true) {
      return [
        commandButton(strings.reloadWindow, { kind: 'reloadWindow' }),
        commandButton(strings.showLog, { kind: 'showLog' }, { secondary: true }),
        snapshot.mode === 'off' ? commandButton(strings.turnOn, { kind: 'turnOn' }, { secondary: true }) : turnOff,
      ];
    }
    switch (snapshot.mode) {
      case 'on':
        return snapshot.noFolder === true
          ? [commandButton(strings.openFolder, { kind: 'openFolder' }), turnOff]
          : turnOff;
      case 'outage':
      case 'not-started':
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
    const { checked, allowed, blocked, unjudged, outages, forModel, byStage } = snapshot.counters;
    const number = new Intl.NumberFormat(strings.language);
    const stages = Object.entries(byStage).filter(([, count]) => count > 0);
    const counted = stages.reduce((sum, [, count]) => sum + count, 0);
    const percent = new Intl.NumberFormat(strings.language, { style: 'percent' });
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
        unjudged === 0
          ? nothing
          : html`<p class="quiet" data-counter="unjudged">
              ${fillIn(strings.unjudged, { count: number.format(unjudged) })}
              (${Object.entries(outages)
                .map(([kind, count]) => `${strings.outages[kind as keyof typeof outages]}: ${number.format(count)}`)
                .join(', ')})
            </p>`
      }
      ${
        counted === 0
          ? nothing
          : html`<p data-counter="no-model">
              ${fillIn(strings.noModel, { share: percent.format(1 - forModel / counted) })}
            </p>`
      }
      ${
        snapshot.notStarted === true
          ? nothing
          : html`<p data-now="classifier">${classifierLine(snapshot.classifier, snapshot.usage.today, strings)}</p>`
      }
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
