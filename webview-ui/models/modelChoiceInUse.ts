import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ModelChoiceSlice, ModelInForce } from '../../src/panel/modelChoice';
import type { PanelClassifier, PanelStrings } from '../../src/panel/messages';
import { dateText } from '../common/dateText';
import { fillIn } from '../common/fillIn';
import { icon } from '../common/icon';
import './modelChoiceCard';
import { modelChoiceButton } from './modelChoiceButton';
import { sectionStyles } from '../common/sectionStyles';

/** Which model judges, why this one, and whether it answers. */
@customElement('auto-mode-model-choice-in-use')
export class ModelChoiceInUse extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      p {
        margin: 2px 0;
      }

      .problem {
        border-inline-start: 2px solid var(--vscode-editorWarning-foreground, currentColor);
        padding-inline-start: 8px;
      }
    `,
  ];

  @property({ attribute: false }) slice!: ModelChoiceSlice;
  @property({ attribute: false }) classifier!: PanelClassifier;
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { slice, classifier, strings } = this;
    const words = strings.modelChoice;
    const { inForce, changed, lastOutage } = slice;
    const isOut = classifier.state === 'outage' && classifier.detail !== undefined;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${words.heading}</h2>
      ${inForce === undefined ? html`<p>${words.waitingForFirst}</p>` : this.#model(inForce)}
      <div class="row" data-health=${classifier.state}>
        ${icon(classifier.state === 'ready' ? 'pass' : 'warning')}
        <span>${words.health}: ${strings.classifierStates[classifier.state]}</span>
      </div>
      ${isOut ? html`<p class="problem">${classifier.detail}</p>` : nothing}
      ${
        lastOutage === undefined || isOut
          ? nothing
          : html`<p class="quiet" data-last-outage>
              ${fillIn(words.lastOutage, { time: dateText(lastOutage.at, strings.language), reason: lastOutage.text })}
            </p>`
      }
      ${changed.map((model) => html`<p class="problem" role="alert">${fillIn(words.changed, { model })}</p>`)}
      <div class="buttons">
        ${changed.length === 0 ? nothing : modelChoiceButton(words.confirmModel, { kind: 'confirmModel' })}
        ${this.#testButton()}
        ${
          inForce?.source === 'user'
            ? modelChoiceButton(
                words.useAutomatic,
                { kind: 'useAutomatic' },
                { secondary: true, disabled: slice.forbidden },
              )
            : nothing
        }
      </div>
    </section>`;
  }

  #model(inForce: ModelInForce): TemplateResult {
    const { strings, slice } = this;
    const words = strings.modelChoice;
    const { why, model, source, address, problem, session, card } = inForce;
    return html`${model === undefined ? nothing : html`<p class="foreign" data-in-use>${model}</p>`}
      <p data-why=${why}>${words.why[why]}</p>
      ${
        source === undefined
          ? nothing
          : html`<p class="quiet">${fillIn(words.configuredBy, { source: strings.ruleSources[source] })}</p>`
      }
      ${address === undefined ? nothing : html`<p class="foreign">${fillIn(words.askedAt, { address })}</p>`}
      ${problem === undefined ? nothing : html`<p class="problem foreign">${problem}</p>`}
      ${session === undefined ? nothing : html`<p class="quiet">${fillIn(words.sessionOwn, { model: session })}</p>`}
      ${slice.forbidden ? html`<p data-forbidden>${words.forbidden}</p>` : nothing}
      ${
        slice.pinnedBy === undefined
          ? nothing
          : html`<p data-pinned>${fillIn(words.pinned, { source: strings.ruleSources[slice.pinnedBy] })}</p>`
      }
      ${
        why === 'none'
          ? nothing
          : html`<auto-mode-model-choice-card .card=${card} .strings=${strings}></auto-mode-model-choice-card>`
      }`;
  }

  #testButton(): TemplateResult | typeof nothing {
    const { slice, strings } = this;
    const { inForce, test, quickCases } = slice;
    if (inForce?.key === undefined || test !== undefined) return nothing;
    return modelChoiceButton(
      fillIn(strings.modelChoice.testQuick, { count: quickCases }),
      { kind: 'test', key: inForce.key, size: 'quick' },
      { secondary: true },
    );
  }
}
