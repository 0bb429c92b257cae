import { html, type TemplateResult } from 'lit';
import type { PageView } from '../common/pageView';
import './storyElement';

export function storyPage({ message }: PageView): TemplateResult {
  const { story } = message.slices;
  return html`<auto-mode-story .slice=${story}></auto-mode-story>`;
}
