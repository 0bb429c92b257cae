import type { Stage } from '../engine/model/decision';
import { t } from '@vscode/l10n';

export function stageNames(): Readonly<Record<Stage, string>> {
  return {
    'invalid-request': t('Request check'),
    disabled: t('Switched off'),
    cancelled: t('Cancelled turn'),
    'permissions.deny': t('Deny rule'),
    'permissions.ask': t('Ask rule'),
    'hard-deny': t('Hard floor'),
    'safe-tool': t('Safe tool'),
    'workspace-edit': t('Workspace edit'),
    'read-only-command': t('Read-only command'),
    'workspace-write': t('Workspace write'),
    'local-git': t('Local git'),
    'permissions.allow': t('Allow rule'),
    'kept-removal': t('Kept removal'),
    contained: t('Contained run'),
    'allow-once': t('Released once'),
    cache: t('Judged before'),
    'agent-judge': t("Agent's own judge"),
    classifier: t('Judge'),
    user: t('Your answer'),
  };
}
