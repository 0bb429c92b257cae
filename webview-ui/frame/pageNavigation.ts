import { t } from '@vscode/l10n';
import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { PanelPage } from '../../src/panel/features';
import { pageNames } from '../../src/texts/pageNames';
import { PageEvent } from '../common/pageEvent';
import { sectionStyles } from '../common/sectionStyles';

@customElement('auto-mode-pages')
export class PageNavigation extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      nav {
        border-bottom: 1px solid var(--line);
        display: flex;
        flex-wrap: wrap;
        gap: 0 4px;
      }

      button {
        background: none;
        border: 0;
        border-bottom: 2px solid transparent;
        color: var(--vscode-panelTitle-inactiveForeground, var(--vscode-foreground));
        cursor: pointer;
        font: inherit;
        padding: 4px 6px;
      }

      button:hover {
        color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
      }

      button[aria-current='page'] {
        border-bottom-color: var(--vscode-panelTitle-activeBorder, currentColor);
        color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
      }

      button:focus-visible {
        outline: var(--focus);
        outline-offset: -1px;
      }
    `,
  ];

  @property({ attribute: false }) pages!: readonly PanelPage[];
  @property({ attribute: false }) page!: PanelPage;

  protected override render(): TemplateResult {
    const { pages } = this;
    return html`<nav aria-label=${t('Pages of the panel')}>
      ${pages.map(
        (page) =>
          html`<button
            type="button"
            data-page=${page}
            aria-current=${ifDefined(page === this.page ? 'page' : undefined)}
            @click=${() => this.dispatchEvent(new PageEvent(page))}
          >
            ${pageNames()[page]}
          </button>`,
      )}
    </nav>`;
  }
}
