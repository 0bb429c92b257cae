import { html, type TemplateResult } from 'lit';
import type { FeatureName, PanelPage } from '../../src/panel/features';
import { modelChoicePage } from '../models/modelChoicePage';
import { overviewPage } from './overviewPage';
import { rulesPage } from '../rules/rulesPage';
import type { PageView } from '../common/pageView';
import { storyPage } from '../story/storyPage';
import '../trial/trialPage';

interface Page {
  /** The features that the host keeps up to date while the page is shown, beside the questions, which wait above all pages. */
  readonly features: readonly FeatureName[];
  readonly draw: (view: PageView) => TemplateResult;
}

/**
 * The pages in the order of their links; a page that is not here has no link. `story` has none either: it stands in the place of any page
 * while the panel looks at a decision, and is left by looking at none (`new LookEvent('story', undefined)`).
 */
export const PAGES: Readonly<Partial<Record<PanelPage | 'story', Page>>> = {
  overview: { features: ['activity', 'history'], draw: overviewPage },
  rules: { features: ['ruleEditing'], draw: rulesPage },
  trial: {
    features: ['trial'],
    draw: ({ message, focus }) =>
      html`<auto-mode-trial .slice=${message.slices.trial} .typed=${focus.trial}></auto-mode-trial>`,
  },
  model: { features: ['modelChoice'], draw: modelChoicePage },
  story: { features: [], draw: storyPage },
};

export const LINKED_PAGES = (Object.keys(PAGES) as (keyof typeof PAGES)[]).filter((name) => name !== 'story');
