import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ModelChoiceAction, ModelChoiceSlice, PanelModel, PanelProvider } from '../../src/panel/modelChoice';
import { mendTexts, needTexts } from './modelChoiceTexts';
import { icon, type IconName } from '../common/icon';
import { modelChoiceButton } from './modelChoiceButton';
import { shareText } from './modelChoiceCard';
import { LookEvent } from '../common/lookEvent';
import { quietButton, quietButtonStyles } from '../common/quietButton';
import { sectionStyles } from '../common/sectionStyles';
import { unseenStyles } from '../common/unseenStyles';

const ICONS: Readonly<Partial<Record<PanelProvider['need'], IconName>>> = {
  nothing: 'pass',
  key: 'key',
  'key-refused': 'key',
  'key-confirmation': 'key',
  address: 'server',
  consent: 'question',
};

/** Their word is not enough. */
const EXPLAINED: ReadonlySet<PanelProvider['need']> = new Set(['key-confirmation', 'address-mended', 'consent']);

/** As many are shown at once. */
const FEW_MODELS = 5;

/** One line: what is missing, and the one button that supplies it. */
@customElement('auto-mode-model-choice-provider')
export class ModelChoiceProvider extends LitElement {
  static override styles = [
    sectionStyles,
    unseenStyles,
    quietButtonStyles,
    css`
      .line {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 2px 6px;
        min-height: 26px;
        min-width: 0;
      }

      .line > vscode-button {
        margin-inline-start: auto;
      }

      .no-fold {
        flex: none;
        width: 22px;
      }

      h3 {
        font-size: inherit;
        font-weight: 400;
        margin: 0;
        overflow-wrap: anywhere;
      }

      .said {
        flex: 1 1 60px;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      .below {
        padding-inline-start: 28px;
      }

      [data-need='nothing'] .line > .icon {
        color: var(--vscode-charts-green);
      }

      p {
        margin: 2px 0;
      }

      fieldset {
        border: 0;
        margin: 6px 0 0;
        min-width: 0;
        padding: 0 0 0 28px;
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

  /** As the user left it. Undefined: by what there is. */
  @state() private unfolded: boolean | undefined;

  protected override render(): TemplateResult {
    const { provider } = this;
    const { need, detail, waiting, cancelled, title, address, found } = provider;
    const { word, sentence } = needTexts()[need];
    const hasModels = !waiting && (found > 0 || this.slice.search !== '');
    const open = hasModels && this.#isOpen();
    const offered = need === 'nothing' ? this.#offered() : undefined;
    const said = waiting ? t('Asking for the models…') : need !== 'nothing' ? word : (offered?.name ?? this.#count());
    return html`<section aria-labelledby="name" data-provider=${provider.id} data-need=${waiting ? 'waiting' : need}>
      <div class="line">
        ${
          hasModels
            ? quietButton(
                open ? 'chevron-down' : 'chevron-right',
                t('Models of {provider}', { provider: title }),
                () => (this.unfolded = !open),
                { act: 'models', expanded: open },
              )
            : html`<span class="no-fold"></span>`
        }
        ${icon(waiting ? 'sync' : (ICONS[need] ?? 'warning'))}
        <h3 id="name" title=${address ?? title}>${title}</h3>
        <span class=${need === 'key' && !waiting ? 'unseen' : 'said quiet'} title=${sentence === '' ? said : sentence}
          >${said}</span
        >
        ${this.#button(offered)}
      </div>
      ${EXPLAINED.has(need) && !waiting ? html`<p class="quiet below">${sentence}</p>` : nothing}
      ${detail === undefined ? nothing : html`<p class="foreign below" data-detail>${detail}</p>`}
      ${cancelled ? html`<p class="below">${t('You stopped the question for its models.')}</p>` : nothing}
      ${open ? this.#models() : nothing}
    </section>`;
  }

  #isOpen(): boolean {
    const { slice, provider } = this;
    if (slice.search !== '') return true;
    const isNear = ({ key, inForce }: PanelModel): boolean => inForce || key === slice.selected;
    return this.unfolded ?? (provider.found <= FEW_MODELS || provider.models.some(isNear));
  }

  /** What one click takes. */
  #offered(): PanelModel | undefined {
    const { models, found } = this.provider;
    if (models.some(({ inForce }) => inForce)) return undefined;
    return models.find(({ isDefault }) => isDefault) ?? (found === 1 ? models[0] : undefined);
  }

  #count(): string {
    const { found } = this.provider;
    return found === 1 ? t('1 model') : t('{count} models', { count: found });
  }

  /** The one that supplies what is missing, or takes it. */
  #button(offered: PanelModel | undefined): TemplateResult | typeof nothing {
    const { provider, slice } = this;
    const mending = mendingAction(provider);
    if (mending !== undefined) {
      const label = mendTexts()[provider.need];
      return modelChoiceButton(label, mending, {
        secondary: true,
        description: t('{button} ({provider})', { button: label, provider: provider.title }),
      });
    }
    if (offered === undefined) return nothing;
    return modelChoiceButton(
      t('Use'),
      { kind: 'use', key: offered.key },
      {
        secondary: true,
        description: t('{button} ({provider})', { button: t('Use'), provider: offered.name }),
        disabled: slice.forbidden || slice.pinnedBy !== undefined,
      },
    );
  }

  #models(): TemplateResult {
    const { provider } = this;
    const { models, found } = provider;
    return html`<fieldset>
      <legend class="unseen">${t('Models of {provider}', { provider: provider.title })}</legend>
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
          .checked=${live(slice.selected === undefined ? model.inForce : isSelected)}
          @click=${() => {
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
