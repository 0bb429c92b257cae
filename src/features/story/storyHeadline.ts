import type { Decision } from '../../engine/model/decision';
import { isUnjudged } from '../../panel/panelDenial';
import { outageText } from '../../texts/outageText';
import { stageNames } from '../../texts/stageNames';
import { t } from '@vscode/l10n';

type Ending = Pick<Decision, 'outcome' | 'stage' | 'outage' | 'rule' | 'trace'>;

/** How it ended, and who decided. An unjudged call must not look judged. */
export function storyHeadline(decision: Ending): string {
  const { outcome, stage, outage } = decision;
  if (outage !== undefined && isUnjudged(decision)) {
    return t('Could not be judged, so it was blocked: {cause}', { cause: outageText(outage).words });
  }
  const allowed = outcome === 'allow';
  switch (stage) {
    case 'permissions.deny':
    case 'permissions.allow':
      return byRule(decision, allowed);
    case 'permissions.ask':
    case 'user':
      return allowed ? t('Allowed by you') : notApproved(decision);
    case 'hard-deny':
      return t('Blocked by the hard floor');
    case 'classifier':
      return allowed ? t('Allowed by the judge') : t('Blocked by the judge');
    case 'allow-once':
      return t('Allowed by you, once');
    default: {
      const check = stageNames()[stage];
      return allowed ? t('Allowed: {check}', { check }) : t('Blocked: {check}', { check });
    }
  }
}

function byRule({ rule }: Ending, allowed: boolean): string {
  switch (rule?.source) {
    case 'user':
    case 'folder':
    case 'remote':
      return allowed ? t('Allowed by your rule') : t('Blocked by your rule');
    case 'workspace':
      return t('Blocked by a rule of the workspace');
    case 'managed':
      return allowed ? t("Allowed by your administrator's rule") : t("Blocked by your administrator's rule");
    default:
      return allowed ? t('Allowed by a rule') : t('Blocked by a rule');
  }
}

function notApproved({ stage, trace = [] }: Ending): string {
  switch (trace.findLast((step) => step.stage === stage)?.said) {
    case 'declined':
      return t('Declined by you');
    case 'closed':
    case 'expired':
      return t('Blocked: you did not answer');
    default:
      return t('Blocked: nobody could be asked');
  }
}
