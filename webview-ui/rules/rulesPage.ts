import { html, type TemplateResult } from 'lit';
import type { PageView } from '../common/pageView';
import './ruleEditingPage';

export function rulesPage({ message: { slices }, focus }: PageView): TemplateResult {
  return html`<auto-mode-rules .slice=${slices.ruleEditing} .focused=${focus.ruleEditing}></auto-mode-rules>`;
}
