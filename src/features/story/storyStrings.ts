import type { StoryStrings } from '../../panel/story';
import { t } from '@vscode/l10n';

/** The fixed texts of this part of the panel; the story as text has the same headings. */
export function storyStrings(): StoryStrings {
  return {
    back: t('Back'),
    heading: t('Decision'),
    reading: t('Reading the decision…'),
    gone: t('This decision is neither in this window nor in the log any more.'),
    reason: t('Reason'),
    remedy: t('What would clear it'),
    rule: t('Rule'),
    settings: t('Settings that have a part in it'),
    steps: t('Checks, in order'),
    understood: t('The command, as understood now'),
    notUnderstood: t('Not understood, so nothing in it is settled as harmless:'),
    commands: t('What would run:'),
    input: t('Input'),
    fragment: t('What it is about'),
    marked: t('what it is about:'),
    judge: t('What the classifier was sent and answered'),
    facts: t('Details'),
    copy: t('Copy'),
    showMore: t('Show More'),
    openInEditor: t('Open in an Editor'),
    preview: t('Show What Would Be Sent Now'),
  };
}
