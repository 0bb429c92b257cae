import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { stageNames } from '../../src/texts/stageNames';
import { ruleSourceNames } from '../../src/texts/ruleSourceNames';
import { trialOutcomeNames } from '../../src/texts/trialOutcomeNames';
import type { TriedVerdict } from '../../src/panel/trial';
import { icon, type IconName } from '../common/icon';
import { sectionStyles } from '../common/sectionStyles';

const ICONS: Readonly<Record<TriedVerdict['outcome'], IconName>> = {
  allow: 'pass',
  block: 'error',
  ask: 'question',
  judge: 'law',
  defer: 'circle-slash',
};

@customElement('auto-mode-trial-verdict')
export class TrialVerdict extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      .outcome {
        flex-wrap: wrap;
        font-weight: 600;
        gap: 2px 6px;
      }

      .outcome > .quiet {
        font-weight: 400;
      }

      [data-outcome='allow'] .icon {
        color: var(--vscode-charts-green);
      }

      [data-outcome='block'] .icon {
        color: var(--vscode-charts-red);
      }

      p {
        margin: 2px 0;
      }

      .after {
        border-inline-start: 2px solid var(--line);
        margin-top: 4px;
        padding-inline-start: 8px;
      }
    `,
  ];

  @property({ attribute: false }) verdict!: TriedVerdict;

  protected override render(): TemplateResult {
    const { verdict } = this;
    const { outcome, stage, reason, rule, fragment, remedy, afterYes } = verdict;
    return html`<div class="row outcome" data-outcome=${outcome}>
        ${icon(ICONS[outcome])}<span>${trialOutcomeNames()[outcome]}</span
        ><span class="quiet">${stageNames()[stage]}</span>
      </div>
      ${rule === undefined ? nothing : html`<p><span class="foreign">${rule.text}</span> <span class="quiet">${ruleSourceNames()[rule.source]}</span></p>`}
      ${reason === undefined ? nothing : html`<p class="reason">${reason}</p>`}
      ${fragment === undefined ? nothing : html`<p><span class="quiet">${t('Because of')}</span> <span class="foreign">${fragment}</span></p>`}
      ${remedy === undefined ? nothing : html`<p class="quiet">${remedy}</p>`}
      ${
        afterYes === undefined
          ? nothing
          : html`<div class="after">
              <span class="quiet">${t('After your yes')}</span>
              <auto-mode-trial-verdict .verdict=${afterYes}></auto-mode-trial-verdict>
            </div>`
      }`;
  }
}
