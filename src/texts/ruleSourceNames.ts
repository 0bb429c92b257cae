import type { RuleReference } from '../engine/model/decision';
import { t } from '@vscode/l10n';

export function ruleSourceNames(): Readonly<Record<RuleReference['source'], string>> {
  return {
    managed: t('managed policy'),
    environment: t('environment variable'),
    folder: t('folder override'),
    user: t('user settings'),
    remote: t('settings of the remote machine'),
    workspace: t('workspace settings'),
    default: t('built in'),
    'hard-floor': t('hard floor'),
    classifier: t('named by the judge'),
  };
}
