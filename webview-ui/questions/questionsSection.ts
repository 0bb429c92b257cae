import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { QuestionsSlice } from '../../src/panel/questions';
import { ActEvent } from '../common/actEvent';
import { AnswerEvent } from './questionsCard';
import { QuestionsGuard } from './questionsGuard';
import { type KnownQuestions, questionNews } from './questionsNews';
import { playQuestionSound } from './questionsSound';
import { SoundPause } from './questionsSoundPause';
import { sectionStyles } from '../common/sectionStyles';
import { unseenStyles } from '../common/unseenStyles';

const TICK_MILLISECONDS = 1000;

/** The focused element vanished, and none near it can take the focus. */
export class FocusLeftEvent extends Event {
  static readonly type = 'auto-mode-focus-left';

  constructor() {
    super(FocusLeftEvent.type, { bubbles: true, composed: true });
  }
}

/** Empty without questions. */
@customElement('auto-mode-questions')
export class QuestionsSection extends LitElement {
  static override styles = [
    sectionStyles,
    unseenStyles,
    css`
      /* Where nothing is shown there is no gap either. */
      :host {
        display: contents;
      }

      li {
        margin-bottom: 10px;
      }

      h2:focus-visible {
        outline: var(--focus);
      }
    `,
  ];

  @property({ attribute: false }) slice: QuestionsSlice | undefined;
  @state() private notice = '';
  @state() private news = { text: '', number: 0 };
  @state() private now = Date.now();
  /** Presses right after a move do not count. */
  @state() private answersCount = false;
  @query('h2') private heading!: HTMLElement | null;
  readonly #guard = new QuestionsGuard();
  readonly #soundPause = new SoundPause();
  /** Undefined before the first slice. */
  #known: KnownQuestions | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #hadFocus = false;
  #tick: ReturnType<typeof setInterval> | undefined;

  /** @returns false where no question waits */
  async focusHeading(): Promise<boolean> {
    await this.updateComplete;
    this.heading?.focus();
    return this.heading !== null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener(AnswerEvent.type, this.#answer);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener(AnswerEvent.type, this.#answer);
    this.#follow(0);
    clearTimeout(this.#settling);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { slice } = this;
    if (slice === undefined) return;
    if (changed.has('slice')) {
      this.now = Date.now();
      this.#announceNews(slice);
      this.#follow(slice.waiting.length);
      this.#hadFocus = this.shadowRoot?.activeElement !== null && this.shadowRoot?.activeElement !== undefined;
    }
    // The notice moves the questions too.
    const shown = slice.waiting.map(({ id, runs, partly }) => [id, runs, partly?.opened]);
    this.#guard.drawn(JSON.stringify([this.notice !== '', shown]), performance.now());
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#settling);
    const remaining = this.#guard.remaining(performance.now());
    this.answersCount = remaining <= 0;
    if (this.answersCount) return;
    this.#settling = setTimeout(() => {
      this.#settle();
    }, remaining);
  }

  /** If the focused question is gone the focus goes to the list, never to another question's answer. */
  protected override updated(): void {
    const lost = this.#hadFocus && this.shadowRoot?.activeElement === null;
    this.#hadFocus = false;
    if (!lost) return;
    if (this.heading === null) this.dispatchEvent(new FocusLeftEvent());
    else this.heading.focus();
  }

  protected override render(): TemplateResult {
    const { slice, now } = this;
    const waiting = slice?.waiting ?? [];
    return html`<div class="unseen" role="status">${keyed(this.news.number, html`<span>${this.news.text}</span>`)}</div>
      ${
        waiting.length === 0
          ? nothing
          : html`<section aria-labelledby="heading">
              <h2 id="heading" tabindex="-1">${t('Waiting for You')} (${waiting.length})</h2>
              <p role="alert" data-notice>${this.notice}</p>
              <ul>
                ${repeat(
                  waiting,
                  ({ id }) => id,
                  (question) =>
                    html`<li>
                      <auto-mode-question
                        data-answers=${this.answersCount ? 'count' : 'too-early'}
                        .question=${question}
                        .now=${now}
                      ></auto-mode-question>
                    </li>`,
                )}
              </ul>
            </section>`
      }
      ${this.#expired()}`;
  }

  /** Below the questions, which it must not move. */
  #expired(): TemplateResult | typeof nothing {
    const expired = this.slice?.expired ?? [];
    const last = expired.at(-1);
    if (last === undefined) return nothing;
    const action = { kind: 'dismiss', id: last.id } as const;
    return html`<section aria-labelledby="expired" data-expired>
      <h2 id="expired" tabindex="-1">${t('No Longer Waiting')}</h2>
      <ul>
        ${expired.map(({ text }) => html`<li class="foreign">${text}</li>`)}
      </ul>
      <vscode-button
        secondary
        aria-label=${t('Dismiss the questions that no longer wait')}
        @click=${() => this.dispatchEvent(new ActEvent({ feature: 'questions', action }))}
        >${t('Dismiss')}</vscode-button
      >
    </section>`;
  }

  #announceNews(slice: QuestionsSlice): void {
    const { known, text, asked } = questionNews(this.#known, slice);
    this.#known = known;
    if (text !== '') this.news = { text, number: this.news.number + 1 };
    // Some editors let the page play no sound.
    if (asked && slice.sound && this.#soundPause.allows(performance.now())) playQuestionSound().catch(() => undefined);
  }

  #follow(waiting: number): void {
    if (waiting > 0) {
      this.#tick ??= setInterval(() => {
        this.now = Date.now();
      }, TICK_MILLISECONDS);
      return;
    }
    clearInterval(this.#tick);
    this.#tick = undefined;
    this.notice = '';
  }

  readonly #answer = (event: Event): void => {
    if (!(event instanceof AnswerEvent)) return;
    if (!this.#guard.accepts(event.pressedAt)) {
      this.notice = t('Not answered: the questions have just changed. Look again, then answer.');
      return;
    }
    this.notice = '';
    const { id, runs } = event.question;
    const action = { kind: 'answer', id, choice: event.choice, runs } as const;
    this.dispatchEvent(new ActEvent({ feature: 'questions', action }));
  };
}
