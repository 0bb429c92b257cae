import type { ActivityStrings } from '../../panel/activity';
import { t } from '@vscode/l10n';

/** The fixed texts of this part of the panel. */
export function activityStrings(): ActivityStrings {
  return {
    heading: t('Decisions'),
    listLabel: t('Decisions, newest first'),
    none: t('No call was decided yet. As soon as a connected agent wants to do something, you see it here.'),
    noneFound: t('No decision fits.'),
    found: t('{count} of {all}'),
    newRows: t('Show {count} new'),
    search: t('Search decisions'),
    outcome: t('Outcome'),
    anyOutcome: t('All outcomes'),
    agent: t('Agent'),
    anyAgent: t('All agents'),
    showAll: t('Show All'),
    clear: t('Empty This List'),
  };
}
