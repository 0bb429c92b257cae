import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { TrialFocus, TrialResult, TrialSlice, TriedSection, TriedVerdict } from '../../src/panel/trial';
import { trialSectionNames } from './trialTexts';
import { ActEvent } from '../common/actEvent';
import { LookEvent } from '../common/lookEvent';
import { fieldStyles } from '../common/fieldStyles';
import { linkStyles } from '../common/linkStyles';
import { sectionStyles } from '../common/sectionStyles';
import './trialVerdict';

/** The host takes no more. */
const MAX_TEXT = 1_000_000;
const MAX_RULE = 10_000;

/** After the last key. */
const PAUSE_MILLISECONDS = 150;
const SECTIONS: readonly TriedSection[] = ['deny', 'ask', 'allow'];

/** What would be decided about a call; nothing runs. */
@customElement('auto-mode-trial')
export class Tester extends LitElement {
  static override styles = [
    sectionStyles,
    fieldStyles,
    linkStyles,
    css`
      h2 {
        margin: 0;
      }

      textarea,
      input {
        font-family: var(--vscode-editor-font-family);
        font-size: var(--vscode-editor-font-size);
      }

      /* It grows with what is typed. */
      textarea {
        field-sizing: content;
        max-height: 8em;
        min-height: 26px;
        resize: vertical;
      }

      .rule {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        margin: 4px 0;
      }

      .rule select {
        flex: none;
        width: auto;
      }

      .rule input {
        flex: 1 1 120px;
      }

      :focus-visible {
        outline: var(--focus);
        outline-offset: -1px;
      }

      p {
        margin: 4px 0;
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
  /** Before the page was hidden, or what another page wants to be tried. */
  @property({ attribute: false }) typed: TrialFocus | undefined;
  @query('textarea') private readonly call!: HTMLTextAreaElement;
  @query('input') private readonly rule!: HTMLInputElement;
  @query('select') private readonly section!: HTMLSelectElement;
  @state() private tooLong = false;
  #revision = 0;
  /** The last one of ours. */
  #sent: TrialFocus | undefined;
  #adopted: TrialFocus | undefined;
  #pause: number | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#pause);
  }

  focusCall(): void {
    this.call.focus();
  }

  protected override firstUpdated(): void {
    if (this.typed === undefined) this.section.value = 'deny';
    else this.#adopt(this.typed);
    this.#look();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { typed } = this;
    if (!changed.has('typed') || typed === undefined || typed === this.#adopted || isSame(typed, this.#sent)) return;
    this.#adopt(typed);
    this.#look();
  }

  #adopt(typed: TrialFocus): void {
    const { text, rule, section, revision } = typed;
    this.#adopted = typed;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#revision = Math.max(this.#revision + 1, revision);
    this.call.value = text;
    this.rule.value = rule;
    this.section.value = section;
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="heading" @focusout=${this.#onRest}>
      <h2 id="heading" title=${t('Nothing runs, you are not asked, and nothing is counted.')}>${t('Try a Call')}</h2>
      <textarea
        id="call"
        rows="1"
        spellcheck="false"
        aria-label=${t('Command, or tool call as JSON')}
        placeholder=${t('Command, or tool call as JSON')}
        @input=${this.#onTyped}
      ></textarea>
      <div class="rule">
        <select id="section" aria-label=${t('Kind of rule')} @change=${this.#onTyped}>
          ${SECTIONS.map((section) => html`<option value=${section}>${trialSectionNames()[section]}</option>`)}
        </select>
        <input
          id="rule"
          type="text"
          spellcheck="false"
          autocomplete="off"
          aria-label=${t('With this rule as well (optional)')}
          placeholder=${t('With this rule as well (optional)')}
          @input=${this.#onTyped}
        />
      </div>
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
        return nothing;
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
    return html`<auto-mode-trial-verdict .verdict=${verdict}></auto-mode-trial-verdict>
      ${ruleProblem === undefined ? nothing : html`<p data-problem>${ruleProblem}</p>`}
      ${withRule === undefined ? nothing : this.#withRule(withRule, ruleChanges)}
      ${brokenJson ? html`<p>${t('This is no valid JSON, so it was read as a command.')}</p>` : nothing}
      <details>
        <summary>${t('What was understood')}</summary>
        <p class="quiet foreign">${readAs}</p>
        ${explanation === undefined ? nothing : html`<pre>${explanation}</pre>`}
        <button
          type="button"
          class="link"
          @click=${() => this.dispatchEvent(new ActEvent({ feature: 'trial', action: { kind: 'showRequest' } }))}
        >
          ${t('Show What the Judge Would See')}
        </button>
      </details>`;
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
    const focus: TrialFocus = {
      text: this.call.value,
      rule: this.rule.value,
      section: SECTIONS.find((section) => section === this.section.value) ?? 'deny',
      revision: this.#revision,
    };
    this.#sent = focus;
    this.dispatchEvent(new LookEvent('trial', focus));
  }
}

function isSame(one: TrialFocus, other: TrialFocus | undefined): boolean {
  return (['text', 'rule', 'section', 'revision'] as const).every((name) => one[name] === other?.[name]);
}
