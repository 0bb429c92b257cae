import type { RuleSection } from '../panel/ruleEditing';
import { t } from '@vscode/l10n';

export interface RuleSectionTexts {
  readonly name: string;
  readonly purpose: string;
  readonly example: string;
}

export function ruleSectionTexts(): Readonly<Record<RuleSection, RuleSectionTexts>> {
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
      purpose: t('Calls that match run without the judge, unless a deny rule, your no, or the hard floor stops them.'),
      example: 'bash(npm test*)',
    },
    'rules.hardDeny': {
      name: t('Policy: never'),
      purpose: t('Sentences for the judge: what it is to block even if you asked for it.'),
      example: t('Customer data: copying anything out of the customers folder.'),
    },
    'rules.softDeny': {
      name: t('Policy: only when asked for'),
      purpose: t('Sentences for the judge: what it is to block unless you asked for exactly that.'),
      example: t('Releases: starting a release. The user must have named the version.'),
    },
    'rules.allow': {
      name: t('Policy: exceptions'),
      purpose: t('Sentences for the judge: what is fine although another sentence seems to be against it.'),
      example: t('Preview: deploying to the preview environment of this project.'),
    },
    'rules.environment': {
      name: t('Policy: environment'),
      purpose: t('Sentences for the judge: which places and services you trust, and what is precious.'),
      example: t('Trusted services: the package registry at packages.example.com.'),
    },
    protectedPaths: {
      name: t('Protected paths'),
      purpose: t('Changes of these files and folders always go to the judge, even if a rule would allow them.'),
      example: 'deploy/',
    },
  };
}
