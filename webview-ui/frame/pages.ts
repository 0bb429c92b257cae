import { html, type TemplateResult } from 'lit';
import type { FeatureName, PanelPage } from '../../src/panel/features';
import { overviewPage } from './overviewPage';
import type { PageView } from '../common/pageView';

interface Page {
  /** Updated while the page is shown; questions always are. */
  readonly features: readonly FeatureName[];
  readonly draw: (view: PageView) => TemplateResult;
}

/**
 * `story` replaces any page until the panel looks at no decision (`new LookEvent('story', undefined)`).
 * All but the first name elements of `otherPages.ts`, which draw as soon as that is loaded.
 */
export const PAGES: Readonly<Partial<Record<PanelPage | 'story', Page>>> = {
  overview: { features: ['activity'], draw: overviewPage },
  rules: {
    features: ['ruleEditing', 'trial'],
    draw: ({ message: { slices }, focus }) =>
      html`<auto-mode-rules
        .slice=${slices.ruleEditing}
        .focused=${focus.ruleEditing}
        .trial=${slices.trial}
        .tried=${focus.trial}
      ></auto-mode-rules>`,
  },
  model: {
    features: ['modelChoice'],
    draw: ({ message: { slices, snapshot }, focus }) =>
      html`<auto-mode-model-choice
        .slice=${slices.modelChoice}
        .isKnown=${focus.modelChoice !== undefined}
        .classifier=${snapshot.classifier}
        .usage=${snapshot.usage}
      ></auto-mode-model-choice>`,
  },
  insights: {
    features: ['insights'],
    draw: ({ message: { slices }, focus }) =>
      html`<auto-mode-insights .slice=${slices.insights} .focused=${focus.insights}></auto-mode-insights>`,
  },
  undo: {
    features: ['undo'],
    draw: ({ message }) => html`<auto-mode-undo .slice=${message.slices.undo}></auto-mode-undo>`,
  },
  story: {
    features: [],
    draw: ({ message }) => html`<auto-mode-story .slice=${message.slices.story}></auto-mode-story>`,
  },
};

/** What the host, or an earlier version of the panel, names may be none of them. */
export function isPage(name: string): name is PanelPage {
  return name !== 'story' && Object.hasOwn(PAGES, name);
}
