import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ShownText } from '../../src/panel/story';
import { sectionStyles } from '../common/sectionStyles';
import { storyPiece, storyPieceStyles } from './storyPiece';

export class StoryTextEvent extends Event {
  static readonly type = 'auto-mode-story-text';
  readonly text: string;
  /** Undefined: all of it, in an editor. */
  readonly pages: number | undefined;

  constructor(text: string, pages: number | undefined) {
    super(StoryTextEvent.type, { bubbles: true, composed: true });
    this.text = text;
    this.pages = pages;
  }
}

@customElement('auto-mode-story-text')
export class StoryTextElement extends LitElement {
  static override styles = [
    sectionStyles,
    storyPieceStyles,
    css`
      .text {
        background: var(--vscode-textCodeBlock-background);
        border: 1px solid var(--line);
        line-height: 1.4;
        margin: 2px 0 0;
        max-height: 40vh;
        overflow: auto;
        padding: 6px;
      }

      .text:focus-visible {
        outline: var(--focus);
        outline-offset: -1px;
      }
    `,
  ];

  @property({ attribute: false }) text!: ShownText;
  @property({ attribute: false }) label!: string;

  protected override render(): TemplateResult {
    const { text, label } = this;
    const { nextPages, cut } = text;
    // It scrolls, so it must take the keyboard's focus.
    const pieces = text.pieces.map(storyPiece);
    return html`<div class="text foreign" role="group" tabindex="0" aria-label=${label}>${pieces}</div>
      ${
        cut
          ? html`<div class="buttons">
              ${
                nextPages === undefined
                  ? nothing
                  : html`<vscode-button
                      secondary
                      data-more=${text.name}
                      @click=${() => {
                        this.#ask(nextPages);
                      }}
                      >${t('Show More')}</vscode-button
                    >`
              }
              <vscode-button
                secondary
                data-open=${text.name}
                @click=${() => {
                  this.#ask(undefined);
                }}
                >${t('Open in an Editor')}</vscode-button
              >
            </div>`
          : nothing
      }`;
  }

  #ask(pages: number | undefined): void {
    this.dispatchEvent(new StoryTextEvent(this.text.name, pages));
  }
}
