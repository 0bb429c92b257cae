import type { TrialStrings } from '../../panel/trial';
import { t } from '@vscode/l10n';

/** The fixed texts of the page on which a call is tried. */
export function trialStrings(): TrialStrings {
  return {
    heading: t('Try It'),
    intro: t('See what would be decided about a call. Nothing runs, nobody is asked, nothing is counted.'),
    call: t('Command, or tool call as JSON'),
    callExample: 'git status && rm -rf build',
    rule: t('With this rule as well (optional)'),
    ruleExample: 'bash(rm -rf build)',
    section: t('Kind of rule'),
    sections: { deny: t('Deny'), ask: t('Ask'), allow: t('Allow') },
    empty: t('Type or paste a command above, such as one that an agent wanted to run.'),
    tooLong: t('This is too long to be tried here: at most a million characters, and ten thousand for a rule.'),
    deciding: t('Deciding…'),
    result: t('Decision'),
    outcomes: {
      allow: t('Would run'),
      block: t('Would be blocked'),
      ask: t('You would be asked'),
      judge: t('The classifier would decide'),
      defer: t("Left to the agent's own permission prompts"),
    },
    check: t('Decided by'),
    readAs: t('Read as a call of {tool}'),
    brokenJson: t('This is no valid JSON, so it was read as a command.'),
    fragment: t('Because of'),
    afterYes: t('After your yes'),
    withRule: t('With your rule'),
    ruleChanges: t('Your rule changes this.'),
    ruleChangesNothing: t('Your rule changes nothing here.'),
    explanation: t('What was understood of the command'),
    showRequest: t('Show What the Classifier Would See'),
  };
}
