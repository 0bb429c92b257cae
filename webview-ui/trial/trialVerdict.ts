import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { stageNames } from '../../src/texts/stageNames';
import { ruleSourceNames } from '../../src/texts/ruleSourceNames';
import type { TriedVerdict } from '../../src/panel/trial';
import { trialOutcomeNames } from './trialTexts';
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
        font-weight: 600;
      }

      dl {
        margin: 4px 0 0;
      }

      dt {
        font-size: 0.9em;
        font-weight: 600;
        margin-top: 6px;
      }

      dd {
        line-height: 1.4;
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) verdict!: TriedVerdict;

  protected override render(): TemplateResult {
    const { verdict } = this;
    const { outcome, stage, reason, rule, fragment, remedy, afterYes } = verdict;
    return html`<div class="row outcome" data-outcome=${outcome}>
        ${icon(ICONS[outcome])}<span>${trialOutcomeNames()[outcome]}</span>
      </div>
      ${reason === undefined ? nothing : html`<p class="reason">${reason}</p>`}
      <dl>
        <dt>${t('Decided by')}</dt>
        <dd>${stageNames()[stage]}</dd>
        ${
          rule === undefined
            ? nothing
            : html`<dt>${t('Rule')}</dt>
                <dd><span class="foreign">${rule.text}</span> (${ruleSourceNames()[rule.source]})</dd>`
        }
        ${
          fragment === undefined
            ? nothing
            : html`<dt>${t('Because of')}</dt>
                <dd class="foreign">${fragment}</dd>`
        }
        ${
          remedy === undefined
            ? nothing
            : html`<dt>${t('What would clear it')}</dt>
                <dd>${remedy}</dd>`
        }
        ${
          afterYes === undefined
            ? nothing
            : html`<dt>${t('After your yes')}</dt>
                <dd>
                  <auto-mode-trial-verdict .verdict=${afterYes}></auto-mode-trial-verdict>
                </dd>`
        }
      </dl>`;
  }
}
