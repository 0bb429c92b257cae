import { html, type TemplateResult } from 'lit';

/** A part of the page that folds. */
export function part(
  name: string,
  heading: string | TemplateResult,
  open: boolean,
  content: TemplateResult,
): TemplateResult {
  return html`<details data-part=${name} ?open=${open}>
    <summary>${heading}</summary>
    ${content}
  </details>`;
}
