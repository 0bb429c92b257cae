import { t } from '@vscode/l10n';
import type { NoSettlingRule } from '../../engine/trial/settlingRule';

/** Short: they are below the line. */
export function noSettlingText(why: NoSettlingRule | 'redacted' | 'not-kept'): string {
  switch (why) {
    case 'redacted':
      return t('No rule: it holds a secret.');
    case 'not-kept':
    case 'invalid':
    case 'unsure':
      return t('No rule: not every such call can be checked.');
    case 'off':
      return t('No rule: auto mode is off there.');
    case 'denied':
      return t('No rule: a deny rule forbids it.');
    case 'asks':
      return t('No rule: your ask rule wants your word.');
    case 'floor':
      return t('No rule: the hard floor blocks it.');
    case 'allowed':
      return t('Settled by now.');
    case 'not-understood':
    case 'runs-anything':
    case 'judged-each-time':
      return t('No rule: it could do anything.');
    case 'unnameable':
    case 'wide':
    case 'not-covered':
      return t('No rule is narrow enough.');
    case 'destructive':
      return t('No rule: it may remove, send or change something.');
    case 'mixed':
      return t('No rule: such calls were blocked, or differ.');
    case 'rare':
      return t('No rule: it ran too rarely.');
  }
}
