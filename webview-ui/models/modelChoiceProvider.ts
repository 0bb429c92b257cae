import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ModelChoiceAction, ModelChoiceSlice, PanelModel, PanelProvider } from '../../src/panel/modelChoice';
import type { PanelStrings } from '../../src/panel/messages';
import { fillIn } from '../common/fillIn';
import { icon, type IconName } from '../common/icon';
import { modelChoiceButton } from './modelChoiceButton';
import { shareText } from './modelChoiceCard';
import { LookEvent } from '../common/lookEvent';
import { sectionStyles } from '../common/sectionStyles';

const ICONS: Readonly<Partial<Record<PanelProvider['need'], IconName>>> = {
  nothing: 'pass',
  key: 'key',
  'key-refused': 'key',
  'key-confirmation': 'key',
  address: 'server',
  consent: 'question',
};

/** One provider: what is missing, the button that mends it, and its models. */
@customElement('auto-mode-model-choice-provider')
export class ModelChoiceProvider extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      section {
        border-top: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
        padding-top: 8px;
      }

      h3 {
        font-size: inherit;
        margin: 0;
        overflow-wrap: anywhere;
      }

      .head {
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
        justify-content: space-between;
      }

      p {
        margin: 2px 0;
      }

      fieldset {
        border: 0;
        margin: 6px 0 0;
        min-width: 0;
        padding: 0;
      }

      legend {
        padding: 0;
      }

      label {
        align-items: baseline;
        display: flex;
        gap: 6px;
        padding: 2px 0;
      }

      label:hover {
        background: var(--vscode-list-hoverBackground);
        outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
        outline-offset: -1px;
      }

      label > span {
        min-width: 0;
      }

      input {
        align-self: start;
        appearance: none;
        border: 1px solid currentColor;
        border-radius: 50%;
        flex: none;
        height: 13px;
        margin: 3px 0 0;
        width: 13px;
      }

      input:checked {
        background: radial-gradient(circle, currentColor 0 45%, transparent 50%);
      }

      input:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: 2px;
      }

      .unfolded {
        margin: 2px 0 8px 20px;
      }
    `,
  ];

  @property({ attribute: false }) provider!: PanelProvider;
  @property({ attribute: false }) slice!: ModelChoiceSlice;
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { provider, strings } = this;
    const words = strings.modelChoice;
    const { need, detail, waiting, cancelled, address } = provider;
    const { word, sentence } = words.needs[need];
    return html`<section aria-labelledby="name" data-provider=${provider.id} data-need=${waiting ? 'waiting' : need}>
      <div class="head">
        <h3 id="name">${provider.title}</h3>
        <span class="row">
          ${
            waiting
              ? html`${icon('sync')}<span>${words.listing}</span>`
              : html`${icon(ICONS[need] ?? 'warning')}<span>${word}</span>`
          }
        </span>
      </div>
      ${address === undefined ? nothing : html`<p class="foreign">${fillIn(words.askedAt, { address })}</p>`}
      ${sentence === '' ? nothing : html`<p>${sentence}</p>`}
      ${detail === undefined ? nothing : html`<p class="foreign" data-detail>${detail}</p>`}
      ${cancelled ? html`<p>${words.listingCancelled}</p>` : nothing} ${this.#key()}
      <div class="buttons">${this.#buttons()}</div>
      ${provider.found === 0 && this.slice.search === '' ? nothing : this.#models()}
    </section>`;
  }

  #key(): TemplateResult | typeof nothing {
    const { provider, strings } = this;
    const { key, variable = '' } = provider;
    if (key === 'not-needed') return nothing;
    return html`<p class="quiet" data-key=${key}>${fillIn(strings.modelChoice.keys[key], { variable })}</p>`;
  }

  #buttons(): readonly (TemplateResult | typeof nothing)[] {
    const { provider, strings } = this;
    const words = strings.modelChoice;
    const { need, key, hasAddress, id } = provider;
    const button = (label: string, action: ModelChoiceAction, secondary: boolean): TemplateResult =>
      modelChoiceButton(label, action, {
        secondary,
        description: fillIn(words.buttonOf, { button: label, provider: provider.title }),
      });
    const mending = mendingAction(provider);
    return [
      mending === undefined ? nothing : button(words.mend[need], mending, false),
      key === 'stored' && need !== 'key-refused'
        ? button(words.changeKey, { kind: 'enterKey', provider: id }, true)
        : nothing,
      key === 'stored' ? button(words.removeKey, { kind: 'removeKey', provider: id }, true) : nothing,
      hasAddress && mending?.kind !== 'setAddress'
        ? button(words.changeAddress, { kind: 'setAddress' }, true)
        : nothing,
    ];
  }

  #models(): TemplateResult {
    const { provider, strings } = this;
    const words = strings.modelChoice;
    const { models, found } = provider;
    return html`<fieldset>
      <legend class="quiet">${fillIn(words.modelsOf, { provider: provider.title })}</legend>
      ${repeat(
        models,
        ({ key }) => key,
        (model) => this.#model(model),
      )}
      ${models.length === 0 ? html`<p class="quiet">${words.noneFound}</p>` : nothing}
      ${
        found > models.length
          ? html`<p class="quiet">${fillIn(words.shownOf, { shown: models.length, count: found })}</p>`
          : nothing
      }
    </fieldset>`;
  }

  #model(model: PanelModel): TemplateResult {
    const { strings, slice } = this;
    const words = strings.modelChoice;
    const isSelected = slice.selected === model.key;
    const marks = [
      ...(model.inForce ? [words.inUse] : []),
      ...(model.isDefault ? [words.isDefault] : []),
      ...(model.needsConsent ? [words.needsConsent] : []),
      ...(model.card === undefined ? [] : [fillIn(words.tested, { share: shareText(model.card.right, strings) })]),
    ];
    return html`<label data-model=${model.name}>
        <input
          type="radio"
          name="model"
          .checked=${live(isSelected)}
          @change=${() => {
            this.#select(model.key);
          }}
        />
        <span>
          <span class="foreign">${model.name}</span>
          ${marks.length === 0 ? nothing : html`<span class="quiet"> (${marks.join(', ')})</span>`}
        </span>
      </label>
      ${isSelected ? this.#unfolded(model) : nothing}`;
  }

  #unfolded(model: PanelModel): TemplateResult {
    const { strings, slice, provider } = this;
    const words = strings.modelChoice;
    const named = (button: string): { readonly description: string } => ({
      description: fillIn(words.buttonOf, { button, provider: model.name }),
    });
    const canTest = provider.need === 'nothing' && slice.test === undefined;
    const quick = fillIn(words.testQuick, { count: slice.quickCases });
    return html`<div class="unfolded" data-unfolded>
      <div class="buttons">
        ${
          model.inForce
            ? nothing
            : modelChoiceButton(
                words.useModel,
                { kind: 'use', key: model.key },
                { ...named(words.useModel), disabled: slice.forbidden || slice.pinnedBy !== undefined },
              )
        }
        ${
          canTest
            ? [
                modelChoiceButton(
                  quick,
                  { kind: 'test', key: model.key, size: 'quick' },
                  { ...named(quick), secondary: true },
                ),
                modelChoiceButton(
                  words.testWhole,
                  { kind: 'test', key: model.key, size: 'whole' },
                  { ...named(words.testWhole), secondary: true },
                ),
              ]
            : nothing
        }
      </div>
      <auto-mode-model-choice-card .card=${model.card} .strings=${strings}></auto-mode-model-choice-card>
    </div>`;
  }

  #select(selected: string): void {
    this.dispatchEvent(new LookEvent('modelChoice', { search: this.slice.search, selected }));
  }
}

function mendingAction({ need, id }: PanelProvider): ModelChoiceAction | undefined {
  switch (need) {
    case 'nothing':
      return undefined;
    case 'key':
    case 'key-refused':
    case 'key-confirmation':
      return { kind: 'enterKey', provider: id };
    case 'address':
      return { kind: 'setAddress' };
    case 'address-mended':
      return { kind: 'openSetting', setting: 'classifier.baseUrl' };
    case 'consent':
      return { kind: 'askConsent' };
    case 'server':
    case 'models':
    case 'failed':
      return { kind: 'list' };
  }
}
