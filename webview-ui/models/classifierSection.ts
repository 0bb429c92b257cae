import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelClassifier, PanelUsage, PanelUsageFigures } from '../../src/panel/messages';
import { classifierStateNames } from '../common/classifierStateNames';
import { commandButton } from '../common/commandButton';
import { icon, type IconName } from '../common/icon';
import { PageEvent } from '../common/pageEvent';
import { sectionStyles } from '../common/sectionStyles';
import { usageText } from '../common/usageText';

const ICONS: Readonly<Record<PanelClassifier['state'], IconName>> = {
  ready: 'pass',
  'not-set-up': 'key',
  outage: 'warning',
};

@customElement('auto-mode-classifier')
export class ClassifierSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      p {
        margin: 2px 0 0 22px;
      }

      p.quiet {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) classifier!: PanelClassifier;
  /** It is further up in the panel. */
  @property({ attribute: false }) detailAbove = false;
  @property({ attribute: false }) usage!: PanelUsageFigures;

  protected override render(): TemplateResult {
    const { classifier, detailAbove, usage } = this;
    const { state, model, detail } = classifier;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Classifier')}</h2>
      <div class="row" data-classifier=${state}>${icon(ICONS[state])}<span>${classifierStateNames()[state]}</span></div>
      ${model === undefined ? nothing : html`<p class="foreign">${model}</p>`}
      ${detail === undefined ? nothing : html`<p>${detailAbove ? t('See above for the reason and what to do.') : detail}</p>`}
      ${this.#usage('today', t('Today:'), usage.today)}
      ${usage.session === undefined ? nothing : this.#usage('session', t('This agent session:'), usage.session)}
      <div class="buttons">${this.#button()} ${this.#modelPage()}</div>
    </section>`;
  }

  #usage(name: string, label: string, usage: PanelUsage): TemplateResult | typeof nothing {
    const text = usageText(usage);
    return text === undefined ? nothing : html`<p class="quiet" data-usage=${name}>${label} ${text}</p>`;
  }

  #modelPage(): TemplateResult {
    return html`<vscode-button secondary data-page="model" @click=${() => this.dispatchEvent(new PageEvent('model'))}
      >${t('Providers and Models')}</vscode-button
    >`;
  }

  #button(): TemplateResult {
    switch (this.classifier.state) {
      case 'ready':
        return commandButton(t('Choose Model'), { kind: 'chooseModel' }, { secondary: true });
      case 'not-set-up':
        return commandButton(t('Set API Key'), { kind: 'setKey' });
      case 'outage':
        return commandButton(t('Show Log'), { kind: 'showLog' }, { secondary: true });
    }
  }
}
