import type { RuleEditingStrings, RuleSection, RuleSectionStrings } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';

/** The fixed texts of this part of the panel. */
export function ruleEditingStrings(): RuleEditingStrings {
  return {
    heading: t('Rules'),
    sections: ruleSectionStrings(),
    sectionLabel: t('List'),
    sectionCount: t('{name} ({count})'),
    placeLabel: t('Where it is kept'),
    listLabel: t('Entries: {name}'),
    keys: t('Enter opens an entry, Alt with the arrow keys moves it, Delete removes it, Ctrl+Z undoes.'),
    empty: t('Nothing stands here yet. Write the first entry below.'),
    exampleLabel: t('For example:'),
    useExample: t('Use This Example'),
    builtIn: t('Built-in entries ({count})'),
    removeBuiltIn: t('Remove...'),
    removeBuiltInWarning: t(
      'Without this entry none of the {count} built-in entries of this list holds any more. What they are there for is then up to the other entries.',
    ),
    removeBuiltInConfirm: t('Remove the Built-in Entries'),
    addBuiltIn: t('Add the Built-in Entries'),
    builtInMissing: t('The built-in entries of this list do not hold.'),
    newRule: t('New rule'),
    newSentence: t('New sentence'),
    newPath: t('New path'),
    editedEntry: t('Entry'),
    message: t('Message for the agent'),
    messageHint: t('Optional: what the agent is told, such as what to do instead.'),
    add: t('Add'),
    save: t('Save'),
    cancel: t('Cancel'),
    remove: t('Remove'),
    moveUp: t('Move Up'),
    moveDown: t('Move Down'),
    moveTo: t('Move to'),
    moveToChoice: t('Move to...'),
    drag: t('Drag to move'),
    undo: t('Undo'),
    undoWhat: t('Undo: {what}'),
    openSettings: t('Open in Settings'),
    discard: t('Remove This List'),
    showMore: t('Show More'),
    moreEntries: t('Not shown here: {count} more.'),
    others: t('From other places'),
    counting: t('Comparing with past calls...'),
    examples: t('Examples'),
    problem: t('Problem'),
    hint: t('Note'),
    changedMeanwhile: t('The entry that you were editing was changed elsewhere. Your text stands here as a new entry.'),
  };
}

/** What each list is called, what it is for, and an entry of it. */
export function ruleSectionStrings(): Readonly<Record<RuleSection, RuleSectionStrings>> {
  return {
    'permissions.deny': {
      name: t('Deny'),
      purpose: t('Calls that match one of these rules are blocked. Nothing overrides that.'),
      example: 'bash(git push --force*)',
    },
    'permissions.ask': {
      name: t('Ask'),
      purpose: t('You are asked about calls that match. After a yes the other checks still decide.'),
      example: 'bash(npm publish*)',
    },
    'permissions.allow': {
      name: t('Allow'),
      purpose: t(
        'Calls that match run without the classifier, unless a deny rule, your no, or the hard floor stops them.',
      ),
      example: 'bash(npm test*)',
    },
    'rules.hardDeny': {
      name: t('Policy: never'),
      purpose: t('Sentences for the classifier: what it is to block even if you asked for it.'),
      example: t('Customer data: copying anything out of the customers folder.'),
    },
    'rules.softDeny': {
      name: t('Policy: only when asked for'),
      purpose: t('Sentences for the classifier: what it is to block unless you asked for exactly that.'),
      example: t('Releases: starting a release. The user must have named the version.'),
    },
    'rules.allow': {
      name: t('Policy: exceptions'),
      purpose: t('Sentences for the classifier: what is fine although another sentence seems to be against it.'),
      example: t('Preview: deploying to the preview environment of this project.'),
    },
    'rules.environment': {
      name: t('Policy: environment'),
      purpose: t('Sentences for the classifier: which places and services you trust, and what is precious.'),
      example: t('Trusted services: the package registry at packages.example.com.'),
    },
    protectedPaths: {
      name: t('Protected paths'),
      purpose: t('Changes of these files and folders always go to the classifier, whatever would allow them.'),
      example: 'deploy/',
    },
  };
}
