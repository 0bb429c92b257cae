import { t } from '@vscode/l10n';
import { COMMANDS } from '../../config/contributions';
import { agentName } from '../../editor/agentName';
import { stageNames } from '../../texts/stageNames';
import { trialOutcomeNames } from '../../texts/trialOutcomeNames';
import type { Release } from '../story/blockedRelease';
import { storyHeadline } from '../story/storyHeadline';
import { answerOf, type Answer } from './answer';
import { codeBlock, prose } from './chatMarkdown';
import type { KnownDecision } from './decisionSearch';
import { reasonBlocks } from './reasonBlocks';

/** @param release undefined: not blocked */
export function whyAnswer(decision: KnownDecision, release: Release | undefined, language: string): Answer {
  const { id, at, agent, cwd, summary, rule, outcome } = decision;
  const note = release?.releaseNote;
  const canBeReleased = release !== undefined && release.release !== 'none';
  const facts = [
    new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
    ...(agent === undefined ? [] : [agentName(agent)]),
    ...(cwd === undefined ? [] : [cwd]),
  ];
  const blocks = [
    `**${prose(headline(decision))}**`,
    codeBlock(summary),
    prose(facts.join(' · ')),
    ...reasonBlocks(decision),
    ...(note === undefined || note.includes(decision.reason) ? [] : [prose(note)]),
  ];
  return answerOf(
    blocks,
    [
      ...(canBeReleased ? [{ title: t('Allow Once...'), command: COMMANDS.allowOnce, id }] : []),
      ...(outcome === 'block' ? [{ title: t('Show Denials'), command: COMMANDS.denials }] : []),
      ...(rule === undefined || rule.source === 'hard-floor'
        ? []
        : [{ title: t('Edit Rules'), command: COMMANDS.editRules }]),
    ],
    [
      ...(canBeReleased ? [{ command: 'allow-once' as const, prompt: id, label: t('Allow this call once') }] : []),
      { command: 'rules', prompt: '', label: t('Which rules hold?') },
    ],
  );
}

function headline(decision: KnownDecision): string {
  const { outcome, stage, trace } = decision;
  if (outcome === 'defer') return trialOutcomeNames().defer;
  // Old records do not say who was asked.
  const asked = stage === 'permissions.ask' || stage === 'user';
  if (asked && outcome === 'block' && trace === undefined) return t('Blocked: {check}', { check: stageNames()[stage] });
  return storyHeadline(decision);
}
