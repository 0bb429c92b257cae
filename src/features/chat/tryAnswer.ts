import { t } from '@vscode/l10n';
import { COMMANDS } from '../../config/contributions';
import type { TrialResult, TriedVerdict } from '../../panel/trial';
import { stageNames } from '../../texts/stageNames';
import { trialOutcomeNames } from '../../texts/trialOutcomeNames';
import { answerOf, type Answer } from './answer';
import { codeBlock, prose } from './chatMarkdown';
import { reasonBlocks } from './reasonBlocks';

export function tryAnswer(text: string, { verdict, explanation, brokenJson }: TrialResult): Answer {
  const { afterYes } = verdict;
  return answerOf(
    [
      codeBlock(text),
      ...verdictBlocks(verdict),
      ...(afterYes === undefined ? [] : [`${prose(t('After your yes'))}:`, ...verdictBlocks(afterYes)]),
      ...(brokenJson ? [prose(t('This is no valid JSON, so it was read as a command.'))] : []),
      ...(explanation === undefined ? [] : [codeBlock(explanation)]),
      prose(t('Nothing runs, you are not asked, and nothing is counted.')),
    ],
    [{ title: t('Try a Call'), command: COMMANDS.tryCall }],
    [{ command: 'rules', prompt: '', label: t('Which rules hold?') }],
  );
}

function verdictBlocks({ outcome, stage, ...reasons }: TriedVerdict): readonly string[] {
  return [`**${prose(trialOutcomeNames()[outcome])}** (${prose(stageNames()[stage])})`, ...reasonBlocks(reasons)];
}
