import type { HistoryStrings } from '../../panel/history';
import { t } from '@vscode/l10n';

/** The fixed texts of this part of the panel. */
export function historyStrings(): HistoryStrings {
  return {
    heading: t('Blocked calls'),
    search: t('Search blocked calls'),
    anyAgent: t('All agents'),
    agentLabel: t('Agent'),
    anyStage: t('All checks'),
    stageLabel: t('Check'),
    unjudgedOnly: t('Only those that nobody judged'),
    loading: t('Reading the log…'),
    noMatch: t('No blocked call matches. Change the search or the filters.'),
    shown: t('{shown} of {total}'),
    showMore: t('Show More'),
    showFewer: t('Show Fewer'),
    export: t('Export…'),
    details: t('Details'),
    detailsLabel: t('Details of the blocked call of {tool}'),
    folder: t('Folder'),
    cut: t('This is only its beginning. Open it to see all of it.'),
    openAction: t('Open the Whole Action'),
    allowOnce: t('Allow Once'),
    allowOnceLabel: t('Allow Once: exactly this call of {tool}'),
    addRule: t('Add Rule…'),
    addRuleLabel: t('Add Rule… that allows this call of {tool}'),
    rulesHeading: t('Rules that would allow this call'),
    working: t('Looking for rules that allow this call and little else…'),
    previewing: t('Trying it on past calls…'),
    showChanged: t('Show All'),
    showChangedLabel: t('Show All calls that {rule} would have let run'),
    add: t('Add This Rule'),
    addLabel: t('Add This Rule: {rule} ({scope})'),
    close: t('Close'),
    undo: t('Undo'),
  };
}
