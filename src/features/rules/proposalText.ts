import type { NoProposal, RuleProposal } from '../../engine/trial/ruleProposals';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';

export function proposalScope({ folder }: { readonly folder: string | undefined }): string {
  return folder === undefined
    ? t('In all folders (user settings)')
    : t('Only in {folder} (your user settings for this folder)', {
        folder: visibleLine(folder),
      });
}

export function proposalSentence({ shape }: RuleProposal): string {
  switch (shape) {
    case 'command':
      return t('Any agent may run exactly these words as a command, also beside other allowed commands.');
    case 'command-files':
      return t('Lets this program with these options be used on any files of that folder, by any agent.');
    case 'file':
      return t('Lets any agent do this to exactly this file, with any content.');
    case 'files':
      return t('Lets any agent do this to any file directly in that folder, with any content.');
    case 'address':
      return t('Lets any agent fetch exactly this address.');
    case 'addresses':
      return t('Lets any agent fetch every address that begins like this.');
    case 'tool':
      return t('Lets any agent use this tool with any input.');
  }
}

export function noProposalText(why: NoProposal | 'redacted' | 'not-kept'): string {
  switch (why) {
    case 'redacted':
      return t('The call holds a secret, and a rule would write it into your settings.');
    case 'not-kept':
      return t('The call is not kept whole any more.');
    case 'invalid':
      return t('The call cannot be read.');
    case 'off':
      return t('Auto mode is off where it ran.');
    case 'denied':
      return t('A deny rule or a check forbids it, and no allow rule lifts that.');
    case 'asks':
      return t('An ask rule wants your word for it each time, and no allow rule answers that.');
    case 'floor':
      return t('The hard floor blocks it, and no rule lifts that.');
    case 'allowed':
      return t('It would be allowed now.');
    case 'not-understood':
      return t('Not all of it is understood, so that no rule may allow it.');
    case 'runs-anything':
      return t('It runs a program or a text that may do anything, so that a rule would allow anything.');
    case 'judged-each-time':
      return t('It starts an agent, installs an extension or is too large: it is judged each time.');
    case 'unnameable':
      return t(
        'No rule can name it exactly: a word holds a blank, is only known when it runs, or text is handed to it.',
      );
    case 'not-covered':
      return t(
        'No narrow rule covers it: it changes a protected path, runs outside the workspace, or another source sets the allow rules.',
      );
  }
}

/**
 * @param looked past calls decided again
 * @param changed would have run unasked
 */
export function previewText(looked: number, changed: number): string {
  if (looked === 0) return t('There is no past call to try it on.');
  if (changed === 0) {
    return oneOrMany(
      looked,
      t('There is one past call, and it would not have let that run.'),
      t('Of the last {looked} calls it would have let no other run.', { looked }),
    );
  }
  return oneOrMany(
    looked,
    t('There is one past call, and it would have let that run without a judge:'),
    t('Of the last {looked} calls it would have let {changed} more run without a judge:', { looked, changed }),
  );
}
