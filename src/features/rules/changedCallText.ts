import type { CodeVerdict, ReplayedCall } from '../../engine/trial/replay';
import type { RuleProposal } from '../../engine/trial/ruleProposals';
import { changedCall, type ChangedCall } from './changedCall';
import { agentName } from '../../editor/agentName';
import { oneOrMany } from '../../common/oneOrMany';
import { previewText, proposalScope } from './proposalText';
import { t } from '@vscode/l10n';
import { shortLine, visibleLine } from '../../common/visibleText';

const MAX_TOOL = 100;
const MAX_SHOWN = 200;

export interface ShownChange {
  /** Time, agent, tool, both endings. */
  readonly facts: string;
  readonly text: string;
}

export function shownChange(replayed: ReplayedCall, language: string): ShownChange {
  const changed = changedCall(replayed);
  return { facts: factsOf(changed, language), text: shortLine(changed.summary, MAX_SHOWN) };
}

/**
 * No line of a call can pass for another's.
 * @param head lines of ours, visible
 */
export function changedCallsText(head: readonly string[], changed: readonly ChangedCall[], language: string): string {
  const calls = changed.flatMap((call) => ['', factsOf(call, language), `  | ${visibleLine(call.summary)}`]);
  return `${[...head, ...calls].join('\n')}\n`;
}

export function proposalPreviewText(
  { rules, ...proposal }: RuleProposal & { readonly folder: string | undefined },
  { looked, changed }: { readonly looked: number; readonly changed: readonly ReplayedCall[] },
  language: string,
): string {
  const head = [...rules.map(visibleLine), proposalScope(proposal), previewText(looked, changed.length)];
  return changedCallsText(head, changed.map(changedCall), language);
}

function factsOf({ at, agent, tool, before, after }: ChangedCall, language: string): string {
  return [
    new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' }),
    agent === undefined ? t('agent not named') : agentName(agent),
    shortLine(tool, MAX_TOOL),
    `${ending(before)} → ${ending(after)}`,
  ].join(' · ');
}

function ending({ outcome, afterYes }: CodeVerdict): string {
  const first = outcomeText(outcome);
  if (afterYes === undefined) return first;
  return t('{outcome}, after your yes: {next}', { outcome: first, next: outcomeText(afterYes) });
}

function outcomeText(outcome: CodeVerdict['outcome']): string {
  switch (outcome) {
    case 'allow':
      return t('runs');
    case 'block':
      return t('is blocked');
    case 'ask':
      return t('asks you');
    case 'judge':
      return t('asks the judge');
    case 'defer':
      return t('is left to the agent');
  }
}

export function previewLines(
  { looked, changed }: { readonly looked: number; readonly changed: readonly ReplayedCall[] },
  shown: number,
  language: string,
): readonly string[] {
  const rest = changed.length - shown;
  return [
    previewText(looked, changed.length),
    ...changed.slice(0, shown).flatMap((replayed) => {
      const { facts, text } = shownChange(replayed, language);
      return [facts, `│ ${text}`];
    }),
    ...(rest > 0
      ? [
          oneOrMany(
            rest,
            t('One more is in the editor behind this dialog, with all the others.'),
            t('{count} more are in the editor behind this dialog, with all the others.', { count: rest }),
          ),
        ]
      : []),
  ];
}
