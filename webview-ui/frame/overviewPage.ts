import { html, nothing, type TemplateResult } from 'lit';
import '../activity/activitySection';
import '../agents/agentSection';
import '../models/classifierSection';
import '../settings/environmentSection';
import '../settings/removedRuleSection';
import type { PageView } from '../common/pageView';
import '../settings/problemSection';
import '../status/statusSection';

/** What needs the user comes before the decisions; what is well takes a line, or nothing. */
export function overviewPage(view: PageView): TemplateResult {
  const { message, begins } = view;
  return html`<auto-mode-status .snapshot=${message.snapshot}></auto-mode-status>
    ${begins ? nothing : sectionsBelow(view)}`;
}

function sectionsBelow({ message: { snapshot, slices }, focus, open }: PageView): TemplateResult {
  const judge = html`<auto-mode-classifier
    .classifier=${snapshot.classifier}
    .detailAbove=${snapshot.classifier.detail === snapshot.modeDetail}
    .usage=${snapshot.usage}
  ></auto-mode-classifier>`;
  const canJudge = snapshot.classifier.state === 'ready';
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
    ${canJudge ? nothing : judge}
    <auto-mode-activity .slice=${slices.activity} .remembered=${focus.activity}></auto-mode-activity>
    <auto-mode-agents .agents=${snapshot.agents} .open=${open}></auto-mode-agents>
    ${canJudge ? judge : nothing}`;
}
