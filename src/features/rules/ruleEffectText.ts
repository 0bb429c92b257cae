import type { RuleEffect } from '../../engine/trial/ruleEffects';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';

export function effectSentence(effect: RuleEffect, count: number): string {
  const values = { count };
  switch (effect) {
    case 'blocks-what-ran':
      return t('Would block {count} that ran.', values);
    case 'asks-about-what-ran':
      return t('Would ask you about {count} that ran.', values);
    case 'judges-what-ran-at-once':
      return oneOrMany(count, t('Would send 1 more to the judge.'), t('Would send {count} more to the judge.', values));
    case 'runs-what-was-blocked':
      return oneOrMany(count, t('Would run one that was blocked.'), t('Would run {count} that were blocked.', values));
    case 'runs-without-judge':
      return t('Would run {count} without the judge.', values);
    case 'runs-after-yes-without-judge':
      return t('Would run {count} after your yes, without the judge.', values);
    case 'asks-about-what-was-blocked':
      return oneOrMany(
        count,
        t('Would ask you about one that is blocked now.'),
        t('Would ask you about {count} that are blocked now.', values),
      );
    case 'judges-what-was-blocked':
      return oneOrMany(
        count,
        t('Would leave one to the judge that is blocked now.'),
        t('Would leave {count} to the judge that are blocked now.', values),
      );
    case 'asks-no-more':
      return t('Would no longer ask you about {count}.', values);
  }
}
