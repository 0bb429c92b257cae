import { t } from '@vscode/l10n';
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { StoryStep } from '../../src/panel/story';
import { icon, type IconName } from '../common/icon';
import { sectionStyles } from '../common/sectionStyles';

/** Keys of a list that runs in lines. */
const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** One mark for each check; the line below says what the deciding one said, or the one that is looked at. */
@customElement('auto-mode-story-stages')
export class StageRow extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      .marks {
        display: flex;
      }

      [role='option'] {
        align-items: center;
        color: var(--vscode-descriptionForeground);
        display: inline-flex;
        flex: 0 1 20px;
        height: 24px;
        justify-content: center;
        min-width: 8px;
      }

      [role='option']:focus-visible {
        outline: var(--focus);
        outline-offset: -2px;
      }

      .dot {
        border: 1px solid currentColor;
        border-radius: 50%;
        box-sizing: border-box;
        height: 8px;
        width: 8px;
      }

      [data-step='answered'] .dot {
        background: currentColor;
        color: var(--vscode-foreground);
      }

      [data-step='unreached'] .dot {
        border-radius: 0;
        border-width: 1px 0 0;
        height: 1px;
      }

      [data-icon='pass'] {
        color: var(--vscode-charts-green);
      }

      [data-icon='error'] {
        color: var(--vscode-charts-red);
      }

      p {
        margin: 0;
        min-height: 1.4em;
      }
    `,
  ];

  @property({ attribute: false }) steps!: readonly StoryStep[];
  /** Of the deciding check. */
  @property({ attribute: false }) mark: IconName = 'error';
  /** In the tab order. */
  @state() private at = 0;
  /** The pointer is on it. */
  @state() private over: number | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('steps')) this.at = this.#deciding;
  }

  get #deciding(): number {
    return Math.max(
      0,
      this.steps.findIndex(({ kind }) => kind === 'decided'),
    );
  }

  protected override render(): TemplateResult {
    const { steps, at, over } = this;
    const shown = steps[over ?? at];
    return html`<div
        class="marks"
        role="listbox"
        aria-label=${t('Checks, in order')}
        aria-orientation="horizontal"
        @keydown=${this.#move}
        @focusout=${() => {
          this.at = this.#deciding;
        }}
      >
        ${steps.map(
          ({ check, said, kind }, place) =>
            html`<span
              role="option"
              aria-selected=${place === at}
              aria-label=${`${check}: ${said}`}
              title=${`${check}: ${said}`}
              tabindex=${place === at ? 0 : -1}
              data-step=${kind}
              @focus=${() => {
                this.at = place;
              }}
              @pointerenter=${() => {
                this.over = place;
              }}
              @pointerleave=${() => {
                this.over = undefined;
              }}
              >${kind === 'decided' ? icon(this.mark) : html`<span class="dot"></span>`}</span
            >`,
        )}
      </div>
      <p data-said>${shown === undefined ? '' : html`<strong>${shown.check}</strong>: ${shown.said}`}</p>`;
  }

  readonly #move = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const last = this.steps.length - 1;
    const to = Math.min(last, Math.max(0, move(this.at, last)));
    this.renderRoot.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
  };
}
