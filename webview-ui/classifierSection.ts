import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { PanelClassifier, PanelStrings } from '../src/panel/messages';
import { commandButton } from './commandButton';
import { sectionStyles } from './sectionStyles';

const ICONS: Readonly<Record<PanelClassifier['state'], string>> = {
  ready: 'pass',
  'not-set-up': 'key',
  outage: 'warning',
};

/** Which model judges what code cannot settle, and whether it can. */
@customElement('auto-mode-classifier')
export class ClassifierSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      p {
        margin: 2px 0 0 22px;
      }
    `,
  ];

  @property({ attribute: false }) classifier!: PanelClassifier;
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { classifier, strings } = this;
    const { state, model, detail } = classifier;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.classifier}</h2>
      <div class="row" data-classifier=${state}>
        <vscode-icon name=${ICONS[state]}></vscode-icon><span>${strings.classifierStates[state]}</span>
      </div>
      ${model === undefined ? nothing : html`<p class="foreign">${model}</p>`}
      ${detail === undefined ? nothing : html`<p>${detail}</p>`}
      <div class="buttons">${this.#button()}</div>
    </section>`;
  }

  #button(): TemplateResult {
    const { strings } = this;
    switch (this.classifier.state) {
      case 'ready':
        return commandButton(strings.chooseModel, { kind: 'chooseModel' }, { secondary: true });
      case 'not-set-up':
        return commandButton(strings.setKey, { kind: 'setKey' });
      case 'outage':
        return commandButton(strings.showLog, { kind: 'showLog' }, { secondary: true });
    }
  }
}
