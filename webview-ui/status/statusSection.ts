import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { modeText } from '../../src/texts/modeText';
import { outageText } from '../../src/texts/outageText';
import { stageNames } from '../../src/texts/stageNames';
import type { PanelMode, PanelSnapshot } from '../../src/panel/messages';
import { language } from '../common/language';
import { commandButton } from '../common/commandButton';
import { sectionStyles } from '../common/sectionStyles';
import { foldHandler } from '../common/foldEvent';
import { icon, type IconName } from '../common/icon';
import { classifierLine } from '../common/usageText';

/** The panel remembers the fold by it. */
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
  @property({ attribute: false }) stagesOpen = false;
  @property({ attribute: false }) waitsInDialog = false;

  protected override render(): TemplateResult {
    const { snapshot } = this;
    const { mode, modeDetail, waiting } = snapshot;
    const { word, sentence } = modeText(mode);
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Status')}</h2>
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
    const [one, many] = this.waitsInDialog
      ? [
          t('A question waits for your answer at the top of this panel, and in the dialog that is open.'),
          t('{count} questions wait for your answer at the top of this panel, and in the dialog that is open.', {
            count,
          }),
        ]
      : [
          t('A question waits for your answer at the top of this panel.'),
          t('{count} questions wait for your answer at the top of this panel.', { count }),
        ];
    return count === 1 ? one : many;
  }

  #buttons(): TemplateResult | readonly TemplateResult[] {
    const { snapshot } = this;
    const turnOff = commandButton(t('Turn Off in This Window'), { kind: 'turnOff' }, { secondary: true });
    if (snapshot.notStarted === true) {
      return [
        commandButton(t('Reload Window'), { kind: 'reloadWindow' }),
        commandButton(t('Show Log'), { kind: 'showLog' }, { secondary: true }),
      ];
    }
    switch (snapshot.mode) {
      case 'on':
        return snapshot.noFolder === true
          ? [commandButton(t('Open Folder'), { kind: 'openFolder' }), turnOff]
          : turnOff;
      case 'outage':
      case 'not-started':
        return turnOff;
      case 'off':
        return commandButton(t('Turn On'), { kind: 'turnOn' });
      case 'paused':
        return [commandButton(t('Resume'), { kind: 'resume' }), turnOff];
      case 'configuration-error':
        return [commandButton(t('Open Settings'), { kind: 'openSettings' }), turnOff];
      case 'untrusted':
        return [commandButton(t('Manage Workspace Trust'), { kind: 'manageTrust' }), turnOff];
    }
  }

  #counters(): TemplateResult {
    const { snapshot } = this;
    const { checked, allowed, blocked, unjudged, outages, forModel, byStage } = snapshot.counters;
    const number = new Intl.NumberFormat(language());
    const stages = Object.entries(byStage).filter(([, count]) => count > 0);
    const counted = stages.reduce((sum, [, count]) => sum + count, 0);
    const percent = new Intl.NumberFormat(language(), { style: 'percent' });
    return html`<dl class="totals">
        ${[
          ['checked', t('Checked'), checked],
          ['allowed', t('Allowed'), allowed],
          ['blocked', t('Blocked'), blocked],
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
              ${t('Blocked because the classifier could not judge: {count}', { count: number.format(unjudged) })}
              (${Object.entries(outages)
                .map(([kind, count]) => `${outageText(kind as keyof typeof outages).words}: ${number.format(count)}`)
                .join(', ')})
            </p>`
      }
      ${
        counted === 0
          ? nothing
          : html`<p data-counter="no-model">
              ${t('{share} needed no model.', { share: percent.format(1 - forModel / counted) })}
            </p>`
      }
      ${
        snapshot.notStarted === true
          ? nothing
          : html`<p data-now="classifier">${classifierLine(snapshot.classifier, snapshot.usage.today)}</p>`
      }
      ${
        stages.length === 0
          ? nothing
          : html`<details ?open=${this.stagesOpen} @toggle=${foldHandler(STAGES_FOLD)}>
              <summary>${t('By check')}</summary>
              <dl class="stages">
                ${stages.map(
                  ([stage, count]) =>
                    html`<div>
                      <dt>${stageNames()[stage as keyof ReturnType<typeof stageNames>]}</dt>
                      <dd>${number.format(count)}</dd>
                    </div>`,
                )}
              </dl>
            </details>`
      }`;
  }
}
