import { css, html, type TemplateResult } from 'lit';
import type { StoryPiece } from '../../src/panel/story';

export function storyPiece({ kind, text }: StoryPiece): TemplateResult {
  switch (kind) {
    case 'plain':
      return html`<span>${text}</span>`;
    case 'mark':
      return html`<mark>${text}</mark>`;
    case 'gap':
      return html`<span class="gap">${text}</span>`;
  }
}

export const storyPieceStyles = css`
  mark {
    background: var(--vscode-editor-findMatchHighlightBackground, transparent);
    border: 1px solid var(--vscode-editor-findMatchBorder, var(--vscode-contrastBorder, transparent));
    color: inherit;
    font-weight: 700;
    text-decoration: underline;
  }

  .gap {
    color: var(--vscode-descriptionForeground);
    display: block;
    font-family: var(--vscode-font-family);
    font-style: italic;
  }
`;
