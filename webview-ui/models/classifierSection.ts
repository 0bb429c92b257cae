import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelClassifier, PanelUsageFigures } from '../../src/panel/messages';
import { classifierStateNames } from '../common/classifierStateNames';
import { commandButton } from '../common/commandButton';
import { icon } from '../common/icon';
import { linkStyles } from '../common/linkStyles';
import { PageEvent } from '../common/pageEvent';
import { sectionStyles } from '../common/sectionStyles';
import { judgeLine, usageText } from '../common/usageText';

/** One quiet line, unless no model can judge. */
@customElement('auto-mode-classifier')
export class ClassifierSection extends LitElement {
  static override styles = [
    sectionStyles,
    linkStyles,
    css`
      .row > .icon {
        color: var(--vscode-list-warningForeground, currentColor);
      }

      p {
        margin: 4px 0 0;
      }

      .link.quiet {
        color: var(--vscode-descriptionForeground);
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
    if (state === 'ready') {
      return html`<button
        type="button"
        class="link quiet"
        data-page="model"
        data-classifier="ready"
        title=${this.#figures()}
        @click=${this.#openPage}
      >
        ${judgeLine(classifier, usage.today)}
      </button>`;
    }
    return html`<section aria-label=${t('Judge')}>
      <div class="row" data-classifier=${state} title=${this.#figures()}>
        ${icon(state === 'outage' ? 'warning' : 'key')}<span class="name"
          >${[t('Judge'), ...(model === undefined ? [] : [model]), classifierStateNames()[state]].join(' · ')}</span
        >
      </div>
      ${detail === undefined || detailAbove ? nothing : html`<p>${detail}</p>`}
      <div class="buttons">
        ${
          state === 'outage'
            ? commandButton(t('Show Log'), { kind: 'showLog' }, { secondary: true })
            : commandButton(t('Set API Key'), { kind: 'setKey' })
        }
        <vscode-button secondary data-page="model" @click=${this.#openPage}>${t('Choose Model')}</vscode-button>
      </div>
    </section>`;
  }

  #figures(): string {
    const { today, session } = this.usage;
    const lines = [
      [t('Today:'), usageText(today)],
      [t('This agent session:'), session === undefined ? undefined : usageText(session)],
    ];
    return lines.flatMap(([label, text]) => (text === undefined ? [] : [`${label} ${text}`])).join('\n');
  }

  readonly #openPage = (): void => {
    this.dispatchEvent(new PageEvent('model'));
  };
}
