import { t } from '@vscode/l10n';
import type { TriedVerdict } from '../../panel/trial';
import { ruleSourceNames } from '../../texts/ruleSourceNames';
import { inlineCode, prose } from './chatMarkdown';

type Reasons = Pick<TriedVerdict, 'reason' | 'rule' | 'fragment' | 'remedy'>;

/** Markdown: the reason, the rule, its part of the call, the remedy. */
export function reasonBlocks({ reason, rule, fragment, remedy }: Reasons): readonly string[] {
  return [
    ...(reason === undefined ? [] : [prose(reason)]),
    ...(rule === undefined
      ? []
      : [`${prose(t('Rule'))}: ${inlineCode(rule.text)} (${prose(ruleSourceNames()[rule.source])})`]),
    ...(fragment === undefined ? [] : [`${prose(t('What it is about'))}: ${inlineCode(fragment)}`]),
    ...(remedy === undefined ? [] : [`${prose(t('What would clear it'))}: ${prose(remedy)}`]),
  ];
}
