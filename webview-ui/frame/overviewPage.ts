import { html, nothing, type TemplateResult } from 'lit';
import '../activity/activitySection';
import '../agents/agentSection';
import '../models/classifierSection';
import '../settings/environmentSection';
import '../settings/removedRuleSection';
import '../history/historySection';
import type { PageView } from '../common/pageView';
import '../settings/problemSection';
import { STAGES_FOLD } from '../status/statusSection';

export function overviewPage(view: PageView): TemplateResult {
  const { message, open, begins } = view;
  return html`<auto-mode-status
      .snapshot=${message.snapshot}
      .waitsInDialog=${message.slices.questions?.inDialog === true}
      .stagesOpen=${open.includes(STAGES_FOLD)}
    ></auto-mode-status>
    ${begins ? nothing : sectionsBelow(view)}`;
}

function sectionsBelow({ message: { snapshot, slices }, focus }: PageView): TemplateResult {
  return html`${
      snapshot.problems.length === 0
        ? nothing
        : html`<auto-mode-problems .problems=${snapshot.problems}></auto-mode-problems>`
    }
    ${
      snapshot.removedRules === undefined
        ? nothing
        : html`<auto-mode-removed-rules .removed=${snapshot.removedRules}></auto-mode-removed-rules>`
    }
    ${
      snapshot.unconfirmed.length === 0
        ? nothing
        : html`<auto-mode-environment .unconfirmed=${snapshot.unconfirmed}></auto-mode-environment>`
    }
    <auto-mode-activity .slice=${slices.activity} .remembered=${focus.activity}></auto-mode-activity>
    <auto-mode-history
      .denials=${snapshot.denials}
      .slice=${slices.history}
      .canReset=${snapshot.counters.checked > 0 || snapshot.denials.length > 0}
    ></auto-mode-history>
    <auto-mode-classifier
      .classifier=${snapshot.classifier}
      .detailAbove=${snapshot.classifier.detail === snapshot.modeDetail}
      .usage=${snapshot.usage}
    ></auto-mode-classifier>
    <auto-mode-agents .agents=${snapshot.agents}></auto-mode-agents>`;
}
