import type { PolicyFileObjection } from '../../disk/managedPolicyFile';
import { t } from '@vscode/l10n';

export function policyFileText({ kind, at }: PolicyFileObjection): string {
  return `${reasonText(kind, at)} ${t('Let administrators alone write it and the folders above it.')}`;
}

function reasonText(kind: PolicyFileObjection['kind'], path: string): string {
  switch (kind) {
    case 'not-known':
      return t('The managed policy file has no effect: it is not certain that {path} is an administrator’s.', { path });
    case 'link':
      return t('The managed policy file has no effect: it is reached through a link, {path}.', { path });
    case 'not-of-root':
      return t('The managed policy file has no effect: {path} does not belong to root.', { path });
    case 'written-by-group':
      return t('The managed policy file has no effect: {path} can be written by a group.', { path });
    case 'written-by-everybody':
      return t('The managed policy file has no effect: {path} can be written by everybody.', { path });
    case 'written-by-user':
      return t('The managed policy file has no effect: {path} can be written by this user.', { path });
  }
}
