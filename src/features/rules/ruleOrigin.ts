import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from '../../config/contributions';
import type { EffectiveConfiguration } from '../../engine/model/configuration';
import type { Decision, RuleReference } from '../../engine/model/decision';
import type { RuleSource } from '../../rules/ruleSource';
import { t } from '@vscode/l10n';

export interface SettingLink {
  /** Such as `autoMode.permissions.deny`. */
  readonly key: string;
  readonly where: 'user' | 'workspace' | 'remote';
}

export interface RuleOrigin {
  /** Its place, and what can be done. */
  readonly from: string;
  /** Undefined: in no setting. */
  readonly link?: SettingLink | undefined;
}

/** @param now in effect for the decision's folder */
export function ruleOrigin(
  { rule, stage, tier }: Decision,
  now: EffectiveConfiguration,
  policyFile: string,
): RuleOrigin | undefined {
  if (rule === undefined) return undefined;
  if (rule.source === 'hard-floor') {
    return { from: t('It belongs to the hard floor, which no setting, approval or model lifts.') };
  }
  if (rule.source === 'classifier') {
    const held = POLICY.flatMap(([list, key]) =>
      now.rules[list].filter(({ value }) => value === rule.text).map(({ source }) => ({ key, source })),
    )[0];
    if (held !== undefined) return written(held.key, held.source, true, policyFile);
    const key = tier === 'hard_deny' ? SETTINGS.rulesHardDeny : SETTINGS.rulesSoftDeny;
    return {
      from: t('The judge named it. It is not among the rules in effect now.'),
      link: userLink(key),
    };
  }
  const { permissions } = now;
  const lists = [
    [SETTINGS.permissionsDeny, permissions.deny],
    [SETTINGS.permissionsAsk, permissions.ask],
    [SETTINGS.permissionsAllow, permissions.allow],
  ] as const;
  const usual = stage === 'user' ? SETTINGS.permissionsAsk : lists.find(([key]) => key === stage)?.[0];
  const holding = lists
    .filter(([, entries]) => entries.some(({ text, source }) => text === rule.text && source === rule.source))
    .map(([key]) => key);
  const key = holding.find((one) => one === usual) ?? holding[0] ?? usual ?? SETTINGS.permissionsAsk;
  return written(key, rule.source, holding.length > 0, policyFile);
}

const POLICY = [
  ['hardDeny', SETTINGS.rulesHardDeny],
  ['softDeny', SETTINGS.rulesSoftDeny],
  ['allow', SETTINGS.rulesAllow],
  ['environment', SETTINGS.rulesEnvironment],
] as const;

export function settingsBehind({ stage, outcome, outage, trace = [] }: Decision): readonly SettingLink[] {
  const keys: SettingKey[] = [];
  if (stage === 'workspace-edit') keys.push(SETTINGS.workspaceEdits);
  if (stage === 'read-only-command') keys.push(SETTINGS.readOnlyCommands);
  if (stage === 'workspace-write') keys.push(SETTINGS.workspaceWrites);
  if (stage === 'local-git') keys.push(SETTINGS.localGit);
  if (stage === 'contained') keys.push(SETTINGS.containedFastPath, SETTINGS.containedCommands);
  if (stage === 'kept-removal') keys.push(SETTINGS.keptRemovals);
  if (outage !== undefined) keys.push(SETTINGS.classifierModel, SETTINGS.classifierWhenUnavailable);
  else if (stage === 'classifier' || trace.some((step) => step.stage === 'classifier')) {
    keys.push(SETTINGS.classifierModel, SETTINGS.classifierLogRequests);
    if (outcome === 'block' || stage === 'user') keys.push(SETTINGS.classifierOnBlock);
  }
  return keys.map(userLink);
}

function userLink(key: SettingKey): SettingLink {
  return { key: `${SETTINGS_PREFIX}.${key}`, where: 'user' };
}

/**
 * Undefined: in no setting of user or workspace.
 * @param unreadable an entry of the ask or deny list
 */
export function askRuleLink(source: RuleReference['source'], unreadable: boolean): SettingLink | undefined {
  switch (source) {
    case 'user':
    case 'default':
    case 'remote':
    case 'workspace': {
      const key = unreadable ? `${SETTINGS_PREFIX}.permissions.*` : `${SETTINGS_PREFIX}.${SETTINGS.permissionsAsk}`;
      return { key, where: source === 'default' ? 'user' : source };
    }
    case 'folder':
      return userLink(SETTINGS.folders);
    default:
      return undefined;
  }
}

function written(key: SettingKey, source: RuleSource, holds: boolean, policyFile: string): RuleOrigin {
  const setting = `${SETTINGS_PREFIX}.${key}`;
  const removed = holds ? '' : ` ${t('It is no longer in effect.')}`;
  const origin = (from: string, link?: SettingLink): RuleOrigin => ({ from: from + removed, link });
  switch (source) {
    case 'managed':
      return origin(
        t('It comes from the managed policy file {file}, which an administrator writes.', { file: policyFile }),
      );
    case 'environment':
      return origin(t('It comes from the environment variable AUTOMODE_SETTINGS_JSON.'));
    case 'folder':
      return origin(
        t('It comes from an override for a folder, in {setting} of your user settings.', {
          setting: `${SETTINGS_PREFIX}.${SETTINGS.folders}`,
        }),
        userLink(SETTINGS.folders),
      );
    case 'user':
      return origin(t('It is in {setting} of your user settings.', { setting }), userLink(key));
    case 'remote':
      return origin(t('It is in {setting} of the settings of the remote machine.', { setting }), {
        key: setting,
        where: 'remote',
      });
    case 'workspace':
      return origin(t('It is in {setting} of the workspace settings.', { setting }), {
        key: setting,
        where: 'workspace',
      });
    case 'default':
      return origin(t('It is built in: a part of "$defaults" in {setting}.', { setting }), userLink(key));
  }
}
