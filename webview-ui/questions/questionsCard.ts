import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { QuestionAct, QuestionChoice, WaitingQuestion } from '../../src/panel/questions';
import { language } from '../common/language';
import { ActEvent } from '../common/actEvent';
import { shortDateText } from '../common/dateText';
import { sectionStyles } from '../common/sectionStyles';
import { timeSpan } from '../common/timeSpan';

/** The list of questions decides whether the press counts. */
export class AnswerEvent extends Event {
  static readonly type = 'auto-mode-answer';

  constructor(
    readonly question: WaitingQuestion,
    readonly choice: QuestionChoice,
    /** By the clock of the page's events. */
    readonly pressedAt: number,
  ) {
    super(AnswerEvent.type, { bubbles: true, composed: true });
  }
}

const DECLINES: ReadonlySet<QuestionChoice> = new Set(['decline', 'decline-with-words']);

@customElement('auto-mode-question')
export class QuestionCard extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      article {
        border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
        border-inline-start-width: 3px;
        padding: 8px;
      }

      h3 {
        font-size: inherit;
        font-weight: 600;
        margin: 0 0 6px;
        overflow-wrap: anywhere;
      }

      p {
        margin: 4px 0 0;
      }

      .action {
        border-inline-start: 3px solid var(--vscode-foreground, currentColor);
        margin: 4px 0 10px;
        padding-inline-start: 8px;
      }

      .action > div {
        font-family: var(--vscode-editor-font-family);
        min-height: 1.2em;
      }

      .left-out {
        color: var(--vscode-descriptionForeground);
      }

      .label {
        font-size: 0.9em;
        font-weight: 600;
        margin-top: 8px;
      }

      blockquote {
        border-inline-start: 3px dotted var(--vscode-descriptionForeground, currentColor);
        color: var(--vscode-descriptionForeground);
        margin: 2px 0 10px;
        overflow-wrap: anywhere;
        padding-inline-start: 8px;
        unicode-bidi: isolate;
      }

      .fact {
        unicode-bidi: isolate;
      }

      button {
        background: var(--vscode-button-secondaryBackground, transparent);
        border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent));
        border-radius: 2px;
        color: var(--vscode-button-secondaryForeground, var(--vscode-foreground));
        cursor: pointer;
        font: inherit;
        max-width: 100%;
        overflow-wrap: anywhere;
        padding: 4px 10px;
        text-align: start;
      }

      button.first {
        background: var(--vscode-button-background);
        color: var(--vscode-button-foreground);
      }

      button:focus-visible {
        outline: var(--focus);
        outline-offset: 2px;
      }
    `,
  ];

  @property({ attribute: false }) question!: WaitingQuestion;
  /** Milliseconds since the epoch. */
  @property({ attribute: false }) now = 0;
  @state() private showsMore = false;

  protected override render(): TemplateResult {
    const { question } = this;
    const { title, said, facts, explanations } = question;
    return html`<article aria-labelledby="title" data-question=${question.id}>
      <h3 id="title">${title}</h3>
      ${this.#action()} ${facts.map((fact) => html`<p class="fact">${fact}</p>`)}
      ${
        said === undefined
          ? nothing
          : html`<p class="label">${t('The agent says, unchecked')}</p>
              <blockquote>${said}</blockquote>`
      }
      ${explanations.map((explanation) => html`<p>${explanation}</p>`)} ${this.#buttons()}
      <p class="quiet">${this.#times()}</p>
    </article>`;
  }

  #action(): TemplateResult {
    const { action, partly } = this.question;
    return html`${partly === undefined ? nothing : html`<p>${partly.note}</p>`} ${lines(action, 'action')}
    ${
      partly === undefined
        ? nothing
        : html`<p class="left-out">${partly.leftOut}</p>
            ${lines(partly.end)}
            <div class="buttons">
              <button type="button" data-open-whole @click=${this.#openWhole}>${t('Open the Whole Action')}</button>
            </div>`
    }`;
  }

  #times(): string {
    const { askedAt, answerBy } = this.question;
    const waited = t('Waiting for {time}.', { time: timeSpan(this.now - Date.parse(askedAt), language()) });
    if (answerBy === undefined) return waited;
    return `${waited} ${t('Blocked at {time} without an answer.', { time: shortDateText(answerBy, language()) })}`;
  }

  #buttons(): TemplateResult {
    const { choices, acts, partly } = this.question;
    const unread = partly?.opened === false;
    const offered = choices.filter(({ choice }) => !unread || DECLINES.has(choice));
    return html`${unread ? html`<p>${t('Open the whole action before you say yes.')}</p>` : nothing}
      <div class="buttons" role="group" aria-label=${t('Your answer')}>
        ${offered.filter(({ more }) => !more).map((choice) => this.#choice(choice))}
        <button
          type="button"
          data-more
          aria-expanded=${this.showsMore ? 'true' : 'false'}
          @click=${() => {
            this.showsMore = !this.showsMore;
          }}
        >
          ${t('More...')}
        </button>
      </div>
      ${
        this.showsMore
          ? html`<div class="buttons" role="group" aria-label=${t('More')}>
              ${offered.filter(({ more }) => more).map((choice) => this.#choice(choice))}
              ${acts.map(
                ({ act, label }) =>
                  html`<button
                    type="button"
                    data-act=${act}
                    @click=${() => {
                      this.#act(act);
                    }}
                  >
                    ${label}
                  </button>`,
              )}
            </div>`
          : nothing
      }`;
  }

  #choice({ choice, label }: WaitingQuestion['choices'][number]): TemplateResult {
    return html`<button
      type="button"
      class=${choice === 'decline' ? 'first' : ''}
      data-choice=${choice}
      aria-describedby="title action"
      @click=${(event: Event) => {
        this.dispatchEvent(new AnswerEvent(this.question, choice, event.timeStamp));
      }}
    >
      ${label}
    </button>`;
  }

  #act(act: QuestionAct): void {
    const action = { kind: 'act', id: this.question.id, act } as const;
    this.dispatchEvent(new ActEvent({ feature: 'questions', action }));
  }

  readonly #openWhole = (): void => {
    const action = { kind: 'openWhole', id: this.question.id } as const;
    this.dispatchEvent(new ActEvent({ feature: 'questions', action }));
  };
}

function lines(texts: readonly string[], id?: string): TemplateResult {
  return html`<div class="action foreign" id=${id ?? nothing}>${texts.map((line) => html`<div>${line}</div>`)}</div>`;
}
