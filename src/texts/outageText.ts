import type { OutageKind } from '../engine/model/decision';
import { t } from '@vscode/l10n';

export function outageText(kind: OutageKind): { readonly words: string; readonly remedy: string } {
  switch (kind) {
    case 'no-model':
      return { words: t('No model'), remedy: t('Run “Auto Mode: Choose Classifier Model”.') };
    case 'model-changed':
      return { words: t('Changed model'), remedy: t('Run “Auto Mode: Confirm the Changed Model”.') };
    case 'no-key':
      return { words: t('No key'), remedy: t('Run “Auto Mode: Set Classifier API Key”.') };
    case 'no-consent':
      return {
        words: t('No consent'),
        remedy: t('Run “Auto Mode: Choose Classifier Model” and choose the model again: the editor then asks you.'),
      };
    case 'authentication':
      return { words: t('Key refused'), remedy: t('Run “Auto Mode: Set Classifier API Key” with a valid key.') };
    case 'access-blocked':
      return { words: t('Model blocked'), remedy: t('Look at your plan, or choose another model.') };
    case 'quota':
      return { words: t('Quota used up'), remedy: t('Look at the billing of the account, or choose another model.') };
    case 'rate-limit':
      return { words: t('Too many requests'), remedy: t('Wait a moment, or raise the limit of the key.') };
    case 'provider-error':
      return { words: t('Server failed'), remedy: t('Wait a moment, or choose another model.') };
    case 'network':
      return { words: t('Not reached'), remedy: t('Check the network, and whether the server runs.') };
    case 'timeout':
      return {
        words: t('No answer in time'),
        remedy: t('Wait a moment, raise autoMode.classifier.timeoutSeconds, or choose a faster model.'),
      };
    case 'invalid-answer':
      return { words: t('Unusable answers'), remedy: t('Choose another model.') };
    case 'too-large':
      return { words: t('Call too large'), remedy: t('Let the agent do it in smaller steps.') };
  }
}
