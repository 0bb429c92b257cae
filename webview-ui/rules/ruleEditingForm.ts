import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { ruleSectionTexts } from '../../src/texts/ruleSectionTexts';
import type { DraftAnswer, RulePlace, RuleSection } from '../../src/panel/ruleEditing';
import { icon } from '../common/icon';
import { RuleDoneEvent, RuleTypedEvent, type TypedRule } from './ruleEvents';
import { ruleEditingStyles } from './ruleEditingStyles';
import { sectionStyles } from '../common/sectionStyles';

const MAX_RULE = 10_000;
const MAX_MESSAGE = 1_000;

/** With the engine's opinion of what is typed. */
@customElement('auto-mode-rule-form')
export class RuleEditingForm extends LitElement {
  static override styles = [
    sectionStyles,
    ruleEditingStyles,
    css`
      ul {
        list-style: disc;
        padding-left: 18px;
      }

      .matches > * {
        margin-top: 6px;
      }

      .matches p {
        margin: 0 0 2px;
      }
    `,
  ];

  @property({ attribute: false }) section!: RuleSection;
  @property({ attribute: false }) typed!: TypedRule;
  @property({ attribute: false }) answer: DraftAnswer | undefined;
  /** To the present text, not an earlier one. */
  @property({ attribute: false }) answered = true;
  /** It exists already. */
  @property({ attribute: false }) existing = false;
  /** Where a new one may be kept. */
  @property({ attribute: false }) places: readonly RulePlace[] = [];
  /** On the list that it goes to. */
  @property({ attribute: false }) notes: readonly string[] = [];

  focusField(): void {
    this.renderRoot.querySelector<HTMLElement>('[data-field="rule"]')?.focus();
  }

  protected override render(): TemplateResult {
    const { section, typed, existing } = this;
    const hasMessage = section === 'permissions.deny' || section === 'permissions.ask';
    const filled = typed.rule.trim() !== '';
    // A form's submission would empty the panel.
    return html`<div @keydown=${this.#keydown}>
      <label for="rule">${existing ? t('Entry') : this.#newLabel()}</label>
      ${this.#ruleField()}
      <div id="said" aria-live="polite">${this.#said()}</div>
      ${this.#place()}
      ${
        hasMessage && (existing || filled)
          ? html`<label for="message">${t('Message for the agent')}</label>
              <input
                id="message"
                data-field="message"
                type="text"
                maxlength=${MAX_MESSAGE}
                placeholder=${t('Optional: a message for the agent, such as what to do instead.')}
                .value=${live(typed.message)}
                @input=${this.#input}
              />`
          : nothing
      }
      <div class="buttons">
        <vscode-button data-act="save" ?disabled=${!filled || this.#isRefused()} @click=${this.#submit}
          >${existing ? t('Save') : t('Add')}</vscode-button
        >
        <vscode-button
          secondary
          data-act="cancel"
          @click=${() => {
            this.#done(false);
          }}
          >${t('Cancel')}</vscode-button
        >
        <slot></slot>
      </div>
      ${this.answer?.counting === true ? html`<p class="quiet">${t('Comparing with past calls...')}</p>` : nothing}
      <div class="matches" role="status">${this.#matches()}</div>
    </div>`;
  }

  #place(): TemplateResult | typeof nothing {
    const { places, typed, notes } = this;
    return html`${
      places.length < 2
        ? nothing
        : html`<label for="place">${t('Where it is kept')}</label>
            <select id="place" data-field="place" @change=${this.#input}>
              ${places.map(
                ({ id, label }) => html`<option value=${id} .selected=${id === typed.place}>${label}</option>`,
              )}
            </select>`
    }${notes.map((note) => html`<p class="note" data-list-note>${icon('info')}<span>${note}</span></p>`)}`;
  }

  #isRefused(): boolean {
    return this.answered && this.answer?.problem !== undefined;
  }

  #newLabel(): string {
    if (this.section === 'protectedPaths') return t('New path');
    return this.section.startsWith('permissions.') ? t('New rule') : t('New sentence');
  }

  #ruleField(): TemplateResult {
    const { section, typed, answer } = this;
    const invalid = answer?.problem === undefined ? 'false' : 'true';
    if (section.startsWith('rules.')) {
      return html`<textarea
        id="rule"
        data-field="rule"
        rows="3"
        maxlength=${MAX_RULE}
        spellcheck="true"
        aria-describedby="said"
        aria-invalid=${invalid}
        .value=${live(typed.rule)}
        @input=${this.#input}
      ></textarea>`;
    }
    return html`<input
      id="rule"
      data-field="rule"
      type="text"
      maxlength=${MAX_RULE}
      spellcheck="false"
      autocomplete="off"
      placeholder=${ruleSectionTexts()[section].example}
      aria-describedby="said"
      aria-invalid=${invalid}
      .value=${live(typed.rule)}
      @input=${this.#input}
    />`;
  }

  #said(): TemplateResult | typeof nothing {
    const { answer } = this;
    if (answer === undefined) return nothing;
    return html`${
      answer.problem === undefined
        ? nothing
        : html`<p class="note problem" data-problem>${icon('error')}<span>${t('Problem')}: ${answer.problem}</span></p>`
    }${answer.notes.map(
      (note) => html`<p class="note" data-note>${icon('info')}<span>${t('Note')}: ${note}</span></p>`,
    )}`;
  }

  #matches(): TemplateResult | typeof nothing {
    const { answer } = this;
    if (answer?.matches === undefined || answer.counting) return nothing;
    const { matches } = answer;
    return html`<div data-matches>
      <p>${matches.sentence}</p>
      ${examplesOf(matches.examples, t('Examples'))}
      ${matches.effects.map(
        ({ sentence, examples }) =>
          html`<p><strong data-effect>${sentence}</strong></p>
            ${examplesOf(examples, t('Examples'))}`,
      )}
    </div>`;
  }

  readonly #input = (): void => {
    const value = (field: keyof TypedRule): string =>
      this.renderRoot.querySelector<HTMLInputElement>(`[data-field="${field}"]`)?.value ?? this.typed[field];
    this.dispatchEvent(new RuleTypedEvent({ rule: value('rule'), message: value('message'), place: value('place') }));
  };

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    if (this.typed.rule.trim() !== '' && !this.#isRefused()) this.#done(true);
  };

  readonly #keydown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape' && isField) {
      event.preventDefault();
      this.#done(false);
    } else if (event.key === 'Enter' && isField) {
      // In a sentence Enter is a line break.
      if (event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey) return;
      this.#submit(event);
    }
  };

  #done(save: boolean): void {
    this.dispatchEvent(new RuleDoneEvent(save));
  }
}

function examplesOf(examples: readonly string[], label: string): TemplateResult | typeof nothing {
  if (examples.length === 0) return nothing;
  return html`<ul aria-label=${label}>
    ${examples.map((example) => html`<li class="foreign">${example}</li>`)}
  </ul>`;
}
