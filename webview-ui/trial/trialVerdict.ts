import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelStrings } from '../../src/panel/messages';
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

/** What would become of a tried call. */
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
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { strings, verdict } = this;
    const { outcome, stage, reason, rule, fragment, remedy, afterYes } = verdict;
    return html`<div class="row outcome" data-outcome=${outcome}>
        ${icon(ICONS[outcome])}<span>${strings.trial.outcomes[outcome]}</span>
      </div>
      ${reason === undefined ? nothing : html`<p class="reason">${reason}</p>`}
      <dl>
        <dt>${strings.trial.check}</dt>
        <dd>${strings.stages[stage]}</dd>
        ${
          rule === undefined
            ? nothing
            : html`<dt>${strings.rule}</dt>
                <dd><span class="foreign">${rule.text}</span> (${strings.ruleSources[rule.source]})</dd>`
        }
        ${
          fragment === undefined
            ? nothing
            : html`<dt>${strings.trial.fragment}</dt>
                <dd class="foreign">${fragment}</dd>`
        }
        ${
          remedy === undefined
            ? nothing
            : html`<dt>${strings.remedy}</dt>
                <dd>${remedy}</dd>`
        }
        ${
          afterYes === undefined
            ? nothing
            : html`<dt>${strings.trial.afterYes}</dt>
                <dd>
                  <auto-mode-trial-verdict .verdict=${afterYes} .strings=${strings}></auto-mode-trial-verdict>
                </dd>`
        }
      </dl>`;
  }
}
