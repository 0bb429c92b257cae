import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ModelChoiceAction, ModelChoiceSlice, PanelModel, PanelProvider } from '../../src/panel/modelChoice';
import { keyTexts, mendTexts, needTexts } from './modelChoiceTexts';
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

@customElement('auto-mode-model-choice-provider')
export class ModelChoiceProvider extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      section {
        border-top: 1px solid var(--line);
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
        outline: var(--pointed);
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
        outline: var(--focus);
        outline-offset: 2px;
      }

      .unfolded {
        margin: 2px 0 8px 20px;
      }
    `,
  ];

  @property({ attribute: false }) provider!: PanelProvider;
  @property({ attribute: false }) slice!: ModelChoiceSlice;

  protected override render(): TemplateResult {
    const { provider } = this;
    const { need, detail, waiting, cancelled, address } = provider;
    const { word, sentence } = needTexts()[need];
    return html`<section aria-labelledby="name" data-provider=${provider.id} data-need=${waiting ? 'waiting' : need}>
      <div class="head">
        <h3 id="name">${provider.title}</h3>
        <span class="row">
          ${
            waiting
              ? html`${icon('sync')}<span>${t('Asking for the models…')}</span>`
              : html`${icon(ICONS[need] ?? 'warning')}<span>${word}</span>`
          }
        </span>
      </div>
      ${address === undefined ? nothing : html`<p class="foreign">${t('Asked at {address}', { address })}</p>`}
      ${sentence === '' ? nothing : html`<p>${sentence}</p>`}
      ${detail === undefined ? nothing : html`<p class="foreign" data-detail>${detail}</p>`}
      ${cancelled ? html`<p>${t('You stopped the question for its models.')}</p>` : nothing} ${this.#key()}
      <div class="buttons">${this.#buttons()}</div>
      ${provider.found === 0 && this.slice.search === '' ? nothing : this.#models()}
    </section>`;
  }

  #key(): TemplateResult | typeof nothing {
    const { provider } = this;
    const { key, variable = '' } = provider;
    if (key === 'not-needed') return nothing;
    return html`<p class="quiet" data-key=${key}>${keyTexts(variable)[key]}</p>`;
  }

  #buttons(): readonly (TemplateResult | typeof nothing)[] {
    const { provider } = this;
    const { need, key, hasAddress, id } = provider;
    const button = (label: string, action: ModelChoiceAction, secondary: boolean): TemplateResult =>
      modelChoiceButton(label, action, {
        secondary,
        description: t('{button} ({provider})', { button: label, provider: provider.title }),
      });
    const mending = mendingAction(provider);
    return [
      mending === undefined ? nothing : button(mendTexts()[need], mending, false),
      key === 'stored' && need !== 'key-refused'
        ? button(t('Change Key…'), { kind: 'enterKey', provider: id }, true)
        : nothing,
      key === 'stored' ? button(t('Remove Key…'), { kind: 'removeKey', provider: id }, true) : nothing,
      hasAddress && mending?.kind !== 'setAddress'
        ? button(t('Change Address…'), { kind: 'setAddress' }, true)
        : nothing,
    ];
  }

  #models(): TemplateResult {
    const { provider } = this;
    const { models, found } = provider;
    return html`<fieldset>
      <legend class="quiet">${t('Models of {provider}', { provider: provider.title })}</legend>
      ${repeat(
        models,
        ({ key }) => key,
        (model) => this.#model(model),
      )}
      ${models.length === 0 ? html`<p class="quiet">${t('No model fits the search.')}</p>` : nothing}
      ${
        found > models.length
          ? html`<p class="quiet">
              ${t('{shown} of {count} models shown. Search to see others.', { shown: models.length, count: found })}
            </p>`
          : nothing
      }
    </fieldset>`;
  }

  #model(model: PanelModel): TemplateResult {
    const { slice } = this;
    const isSelected = slice.selected === model.key;
    const marks = [
      ...(model.inForce ? [t('in use')] : []),
      ...(model.isDefault ? [t('default')] : []),
      ...(model.needsConsent ? [t('the editor asks you first')] : []),
      ...(model.card === undefined ? [] : [t('tested: {share} right', { share: shareText(model.card.right) })]),
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
    const { slice, provider } = this;
    const named = (button: string): { readonly description: string } => ({
      description: t('{button} ({provider})', { button, provider: model.name }),
    });
    const canTest = provider.need === 'nothing' && slice.test === undefined;
    const quick = t('Test This Model ({count} cases)…', { count: slice.quickCases });
    return html`<div class="unfolded" data-unfolded>
      <div class="buttons">
        ${
          model.inForce
            ? nothing
            : modelChoiceButton(
                t('Use This Model'),
                { kind: 'use', key: model.key },
                { ...named(t('Use This Model')), disabled: slice.forbidden || slice.pinnedBy !== undefined },
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
                  t('Test on the Whole Set…'),
                  { kind: 'test', key: model.key, size: 'whole' },
                  { ...named(t('Test on the Whole Set…')), secondary: true },
                ),
              ]
            : nothing
        }
      </div>
      <auto-mode-model-choice-card .card=${model.card}></auto-mode-model-choice-card>
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
