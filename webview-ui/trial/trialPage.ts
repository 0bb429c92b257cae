import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { PanelStrings } from '../../src/panel/messages';
import type { TrialFocus, TrialResult, TrialSlice, TriedSection, TriedVerdict } from '../../src/panel/trial';
import { ActEvent } from '../common/actEvent';
import { fillIn } from '../common/fillIn';
import { LookEvent } from '../common/lookEvent';
import { sectionStyles } from '../common/sectionStyles';
import './trialVerdict';

/** The host takes no more. */
const MAX_TEXT = 1_000_000;
const MAX_RULE = 10_000;

/** So long after the last key the call is decided. */
const PAUSE_MILLISECONDS = 150;
const SECTIONS: readonly TriedSection[] = ['deny', 'ask', 'allow'];

/** A page on which the user types a call, and a rule beside it, and sees what would be decided. */
@customElement('auto-mode-trial')
export class TrialPage extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      label {
        display: block;
        margin: 8px 0 2px;
      }

      textarea,
      input,
      select {
        background: var(--vscode-input-background);
        border: 1px solid
          var(--vscode-input-border, var(--vscode-contrastBorder, var(--vscode-panel-border, transparent)));
        box-sizing: border-box;
        color: var(--vscode-input-foreground);
        font-family: var(--vscode-editor-font-family);
        font-size: var(--vscode-editor-font-size);
        padding: 4px 6px;
        width: 100%;
      }

      select {
        background: var(--vscode-dropdown-background);
        color: var(--vscode-dropdown-foreground);
        font-family: inherit;
        font-size: inherit;
      }

      textarea {
        min-height: 5em;
        resize: vertical;
      }

      :focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -1px;
      }

      ::placeholder {
        color: var(--vscode-input-placeholderForeground);
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
  @property({ attribute: false }) strings!: PanelStrings;
  /** What the user typed before the page was hidden. */
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
    const { trial } = this.strings;
    return html`<section aria-labelledby="heading" @focusout=${this.#onRest}>
      <h2 id="heading" tabindex="-1">${trial.heading}</h2>
      <p class="quiet">${trial.intro}</p>
      <label for="call">${trial.call}</label>
      <textarea
        id="call"
        rows="4"
        spellcheck="false"
        placeholder=${trial.callExample}
        @input=${this.#onTyped}
      ></textarea>
      <label for="rule">${trial.rule}</label>
      <input
        id="rule"
        type="text"
        spellcheck="false"
        autocomplete="off"
        placeholder=${trial.ruleExample}
        @input=${this.#onTyped}
      />
      <label for="section">${trial.section}</label>
      <select id="section" @change=${this.#onTyped}>
        ${SECTIONS.map((section) => html`<option value=${section}>${trial.sections[section]}</option>`)}
      </select>
      <div role="status" aria-live="polite">${this.#answer()}</div>
    </section>`;
  }

  #answer(): TemplateResult | typeof nothing {
    const { slice, strings } = this;
    const { trial } = strings;
    if (this.tooLong) return html`<p>${trial.tooLong}</p>`;
    if (slice === undefined) return nothing;
    switch (slice.state) {
      case 'empty':
        return html`<p class="quiet">${trial.empty}</p>`;
      case 'deciding':
        return html`<p class="quiet">${trial.deciding}</p>`;
      case 'failed':
        return html`<p>${slice.problem}</p>`;
      case 'decided':
        return slice.result === undefined ? nothing : this.#result(slice.result);
    }
  }

  #result(result: TrialResult): TemplateResult {
    const { strings } = this;
    const { trial } = strings;
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
    const readAs = [fillIn(trial.readAs, { tool }), agent, folder].filter((part) => part !== undefined).join(' · ');
    return html`<h3>${trial.result}</h3>
      <auto-mode-trial-verdict .verdict=${verdict} .strings=${strings}></auto-mode-trial-verdict>
      ${
        withRule === undefined && ruleProblem === undefined
          ? nothing
          : html`<h3>${trial.withRule}</h3>
              ${ruleProblem === undefined ? nothing : html`<p data-problem>${ruleProblem}</p>`}
              ${withRule === undefined ? nothing : this.#withRule(withRule, ruleChanges)}`
      }
      <p class="quiet foreign">${readAs}</p>
      ${brokenJson ? html`<p>${trial.brokenJson}</p>` : nothing}
      ${
        explanation === undefined
          ? nothing
          : html`<details>
              <summary>${trial.explanation}</summary>
              <pre>${explanation}</pre>
            </details>`
      }
      <div class="buttons">
        <vscode-button
          secondary
          @click=${() => this.dispatchEvent(new ActEvent({ feature: 'trial', action: { kind: 'showRequest' } }))}
          >${trial.showRequest}</vscode-button
        >
      </div>`;
  }

  #withRule(after: TriedVerdict, changes: boolean): TemplateResult {
    const { strings } = this;
    return html`<p data-changes=${changes}>${changes ? strings.trial.ruleChanges : strings.trial.ruleChangesNothing}</p>
      ${
        changes
          ? html`<auto-mode-trial-verdict .verdict=${after} .strings=${strings}></auto-mode-trial-verdict>`
          : nothing
      }`;
  }

  readonly #onTyped = (): void => {
    clearTimeout(this.#pause);
    this.#pause = window.setTimeout(this.#onRest, PAUSE_MILLISECONDS);
  };

  /** Also when a field is left: whoever hides the panel does not wait for the pause. */
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
