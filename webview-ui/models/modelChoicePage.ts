import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ModelChoiceAction, ModelChoiceSlice } from '../../src/panel/modelChoice';
import type { PanelClassifier, PanelUsageFigures } from '../../src/panel/messages';
import { ActEvent } from '../common/actEvent';
import { LookEvent } from '../common/lookEvent';
import { quietButton, quietButtonStyles } from '../common/quietButton';
import './modelChoiceInUse';
import './modelChoiceProvider';
import './modelChoiceSettings';
import './modelChoiceTest';
import { sectionStyles } from '../common/sectionStyles';

@customElement('auto-mode-model-choice')
export class ModelChoicePage extends LitElement {
  static override styles = [
    sectionStyles,
    quietButtonStyles,
    css`
      .page {
        display: flex;
        flex-direction: column;
        gap: 18px;
        min-width: 0;
      }

      p {
        margin: 0;
      }

      /* It must be there for screen readers, without a gap. */
      p:empty {
        margin-top: -18px;
      }

      .providers {
        display: flex;
        flex-direction: column;
        gap: 4px;
      }

      .head {
        align-items: center;
        display: flex;
        justify-content: space-between;
      }

      h2 {
        margin: 0;
      }

      input {
        background: var(--vscode-input-background);
        border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, currentColor));
        box-sizing: border-box;
        color: var(--vscode-input-foreground);
        font: inherit;
        padding: 3px 6px;
        width: 100%;
      }

      input::placeholder {
        color: var(--vscode-input-placeholderForeground);
      }

      input:focus-visible {
        outline: var(--focus);
        outline-offset: -1px;
      }
    `,
  ];

  /** Undefined until the host knows that the panel looks. */
  @property({ attribute: false }) slice: ModelChoiceSlice | undefined;
  /** The slice is pending. */
  @property({ attribute: false }) isKnown = false;
  @property({ attribute: false }) classifier!: PanelClassifier;
  @property({ attribute: false }) usage!: PanelUsageFigures;
  /** The host may not know it yet. */
  @state() private search: string | undefined;
  @state() private searching = false;
  @state() private news = '';

  /** Not when it is connected: a page whose code is loaded after it is drawn has no properties then. */
  protected override firstUpdated(): void {
    if (!this.isKnown) this.dispatchEvent(new LookEvent('modelChoice', { search: '' }));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('slice');
    if (before?.test !== undefined && this.slice !== undefined && this.slice.test === undefined) {
      this.news = before.test.phase === 'asking' ? '' : t('The test is over.');
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { slice, classifier } = this;
    if (slice === undefined) return nothing;
    const search = this.search ?? slice.search;
    const isSearching = this.searching || search !== '';
    const isWaiting = slice.providers.some(({ waiting }) => waiting);
    return html`<div class="page">
      <auto-mode-model-choice-in-use
        .slice=${slice}
        .classifier=${classifier}
        .usage=${this.usage}
      ></auto-mode-model-choice-in-use>
      ${
        slice.test === undefined
          ? nothing
          : html`<auto-mode-model-choice-test .test=${slice.test}></auto-mode-model-choice-test>`
      }
      <p role="status" class="quiet">${this.news}</p>
      <section class="providers" aria-labelledby="providers">
        <div class="head">
          <h2 id="providers">${t('Alternatives')}</h2>
          <span>
            ${quietButton(
              'search',
              t('Search models'),
              () => {
                this.searching = !this.searching;
              },
              { act: 'search', expanded: isSearching },
            )}
            ${
              isWaiting
                ? quietButton('close', t('Stop Asking'), () => {
                    this.#act({ kind: 'cancelListing' });
                  })
                : quietButton('refresh', t('List Again'), () => {
                    this.#act({ kind: 'list' });
                  })
            }
          </span>
        </div>
        ${
          isSearching
            ? html`<input
                type="search"
                aria-label=${t('Search models')}
                placeholder=${t('Search models')}
                maxlength="200"
                .value=${search}
                @input=${(event: Event) => {
                  this.#find((event.target as HTMLInputElement).value);
                }}
              />`
            : nothing
        }
        ${repeat(
          slice.providers,
          ({ id }) => id,
          (provider) =>
            html`<auto-mode-model-choice-provider
              .provider=${provider}
              .slice=${slice}
            ></auto-mode-model-choice-provider>`,
        )}
      </section>
      <auto-mode-model-choice-settings
        .settings=${slice.settings}
        .providers=${slice.providers}
      ></auto-mode-model-choice-settings>
    </div>`;
  }

  #act(action: ModelChoiceAction): void {
    this.dispatchEvent(new ActEvent({ feature: 'modelChoice', action }));
  }

  #find(search: string): void {
    this.search = search;
    this.dispatchEvent(new LookEvent('modelChoice', { search, selected: this.slice?.selected }));
  }
}
