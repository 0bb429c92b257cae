import type { ProbeFailure } from './doctorProbe';
import { t } from '@vscode/l10n';

export function probeFailureText(how: ProbeFailure): string {
  return `${happened(how)} ${t('Reload the window and run the Doctor again.')}`;
}

function happened(how: ProbeFailure): string {
  switch (how) {
    case 'cancelled':
      return t('The probe through the launcher was cancelled.');
    case 'no-answer-in-time':
      return t('A probe through the launcher got no answer in time.');
    case 'not-started':
      return t('The launcher could not be started for a probe.');
    case 'printed-too-much':
    case 'printed-more':
      return t('A probe through the launcher printed more than its answer.');
    case 'another-window':
      return t('A probe through the launcher did not reach this window.');
    case 'broke-off':
      return t('A probe through the launcher broke off.');
    case 'wrong-exit-code':
      return t('A probe through the launcher ended with another exit code than 2.');
  }
}
