import { t } from '@vscode/l10n';
import type { Stage } from '../engine/model/decision';

/** Who decides a call, as people think of it: several stages each. */
export const DECIDERS = ['code', 'rules', 'contained', 'judge', 'you', 'agent'] as const;
export type Decider = (typeof DECIDERS)[number];

const DECIDER_OF: Readonly<Record<Stage, Decider>> = {
  'invalid-request': 'code',
  disabled: 'agent',
  cancelled: 'agent',
  'permissions.deny': 'rules',
  'permissions.ask': 'you',
  'hard-deny': 'code',
  'safe-tool': 'code',
  'workspace-edit': 'code',
  'read-only-command': 'code',
  'workspace-write': 'code',
  'local-git': 'code',
  'permissions.allow': 'rules',
  'kept-removal': 'code',
  contained: 'contained',
  'allow-once': 'you',
  cache: 'judge',
  'agent-judge': 'agent',
  classifier: 'judge',
  user: 'you',
};

export function deciderOf(stage: Stage): Decider {
  return DECIDER_OF[stage];
}

/** One or two words each, for a chip. */
export function deciderNames(): Readonly<Record<Decider, string>> {
  return {
    code: t('Code'),
    rules: t('Rule'),
    contained: t('Contained'),
    judge: t('Judge'),
    you: t('You'),
    agent: t('Agent'),
  };
}
