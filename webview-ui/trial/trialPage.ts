import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { TrialFocus, TrialResult, TrialSlice, TriedSection, TriedVerdict } from '../../src/panel/trial';
import { trialSectionNames } from './trialTexts';
import { ActEvent } from '../common/actEvent';
import { LookEvent } from '../common/lookEvent';
import { fieldStyles } from '../common/fieldStyles';
import { sectionStyles } from '../common/sectionStyles';
import './trialVerdict';

/** The host takes no more. */
const MAX_TEXT = 1_000_000;
const MAX_RULE = 10_000;

/** After the last key. */
const PAUSE_MILLISECONDS = 150;
const SECTIONS: readonly TriedSection[] = ['deny', 'ask', 'allow'];

@customElement('auto-mode-trial')
export class TrialPage extends LitElement {
  static override styles = [
    sectionStyles,
    fieldStyles,
    css`
      label {
        display: block;
        margin: 8px 0 2px;
      }

      textarea,
      input {
        font-family: var(--vscode-editor-font-family);
        font-size: var(--vscode-editor-font-size);
      }

      textarea {
        min-height: 5em;
        resize: vertical;
      }

      :focus-visible {
        outline: var(--focus);
        outline-offset: -1px;
      }

      h3 {
        font-size: 1em;
        margin: 14px 0 4px;
      }

      pre {
        font-family: var(--vscode-editor-font-family);
        font-size: var(--vscode-editor-font-size);
        margin: 4px 0;
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
    `,
  ];

  @property({ attribute: false }) slice: TrialSlice | undefined;
  /** Before the page was hidden. */
  @property({ attribute: false }) typed: TrialFocus | undefined;
  @query('textarea') private readonly call!: HTMLTextAreaElement;
  @query('input') private readonly rule!: HTMLInputElement;
  @query('select') private readonly section!: HTMLSelectElement;
  @state() private tooLong = false;
  #revision = 0;
  #pause: number | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#pause);
  }

  protected override firstUpdated(): void {
    const { typed } = this;
    this.#revision = typed?.revision ?? 0;
    this.call.value = typed?.text ?? '';
    this.rule.value = typed?.rule ?? '';
    this.section.value = typed?.section ?? 'deny';
    this.#look();
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="heading" @focusout=${this.#onRest}>
      <h2 id="heading" tabindex="-1">${t('Try It')}</h2>
      <p class="quiet">
        ${t('See what would be decided about a call. Nothing runs, you are not asked, and nothing is counted.')}
      </p>
      <label for="call">${t('Command, or tool call as JSON')}</label>
      <textarea
        id="call"
        rows="4"
        spellcheck="false"
        placeholder=${'git status && rm -rf build'}
        @input=${this.#onTyped}
      ></textarea>
      <label for="rule">${t('With this rule as well (optional)')}</label>
      <input
        id="rule"
        type="text"
        spellcheck="false"
        autocomplete="off"
        placeholder=${'bash(rm -rf build)'}
        @input=${this.#onTyped}
      />
      <label for="section">${t('Kind of rule')}</label>
      <select id="section" @change=${this.#onTyped}>
        ${SECTIONS.map((section) => html`<option value=${section}>${trialSectionNames()[section]}</option>`)}
      </select>
      <div role="status" aria-live="polite">${this.#answer()}</div>
    </section>`;
  }

  #answer(): TemplateResult | typeof nothing {
    const { slice } = this;
    if (this.tooLong)
      return html`<p>
        ${t('This is too long to be tried here: at most a million characters, and ten thousand for a rule.')}
      </p>`;
    if (slice === undefined) return nothing;
    switch (slice.state) {
      case 'empty':
        return html`<p class="quiet">
          ${t('Type or paste a command above, such as one that an agent wanted to run.')}
        </p>`;
      case 'deciding':
        return html`<p class="quiet">${t('Deciding…')}</p>`;
      case 'failed':
        return html`<p>${slice.problem}</p>`;
      case 'decided':
        return slice.result === undefined ? nothing : this.#result(slice.result);
    }
  }

  #result(result: TrialResult): TemplateResult {
    const {
      tool,
      agent,
      folder,
      brokenJson,
      verdict,
      explanation,
      withRule,
      ruleChanges = false,
      ruleProblem,
    } = result;
    const readAs = [t('Read as a call of {tool}', { tool }), agent, folder]
      .filter((part) => part !== undefined)
      .join(' · ');
    return html`<h3>${t('Decision')}</h3>
      <auto-mode-trial-verdict .verdict=${verdict}></auto-mode-trial-verdict>
      ${
        withRule === undefined && ruleProblem === undefined
          ? nothing
          : html`<h3>${t('With your rule')}</h3>
              ${ruleProblem === undefined ? nothing : html`<p data-problem>${ruleProblem}</p>`}
              ${withRule === undefined ? nothing : this.#withRule(withRule, ruleChanges)}`
      }
      <p class="quiet foreign">${readAs}</p>
      ${brokenJson ? html`<p>${t('This is no valid JSON, so it was read as a command.')}</p>` : nothing}
      ${
        explanation === undefined
          ? nothing
          : html`<details>
              <summary>${t('What was understood of the command')}</summary>
              <pre>${explanation}</pre>
            </details>`
      }
      <div class="buttons">
        <vscode-button
          secondary
          @click=${() => this.dispatchEvent(new ActEvent({ feature: 'trial', action: { kind: 'showRequest' } }))}
          >${t('Show What the Classifier Would See')}</vscode-button
        >
      </div>`;
  }

  #withRule(after: TriedVerdict, changes: boolean): TemplateResult {
    return html`<p data-changes=${changes}>
        ${changes ? t('Your rule changes this.') : t('Your rule changes nothing here.')}
      </p>
      ${changes ? html`<auto-mode-trial-verdict .verdict=${after}></auto-mode-trial-verdict>` : nothing}`;
  }

  readonly #onTyped = (): void => {
    clearTimeout(this.#pause);
    this.#pause = window.setTimeout(this.#onRest, PAUSE_MILLISECONDS);
  };

  /** Also when a field is left: hiding the panel does not wait. */
  readonly #onRest = (): void => {
    if (this.#pause === undefined) return;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#revision += 1;
    this.#look();
  };

  #look(): void {
    this.tooLong = this.call.value.length > MAX_TEXT || this.rule.value.length > MAX_RULE;
    if (this.tooLong) return;
    const focus = {
      text: this.call.value,
      rule: this.rule.value,
      section: SECTIONS.find((section) => section === this.section.value) ?? 'deny',
      revision: this.#revision,
    };
    this.dispatchEvent(new LookEvent('trial', focus));
  }
}
