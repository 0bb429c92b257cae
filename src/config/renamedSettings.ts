import { SETTINGS, type SettingKey } from './contributions';

/**
 * Names that settings had before, or have in other programs of this kind, and what they are called here. They are still understood; the
 * user's own are moved to the new name.
 */
export const RENAMED_SETTINGS: Readonly<Record<string, SettingKey>> = {
  classifierModel: SETTINGS.classifierModel,
  maxTranscriptLines: SETTINGS.classifierMaxTranscriptEntries,
  allow: SETTINGS.rulesAllow,
  soft_deny: SETTINGS.rulesSoftDeny,
  hard_deny: SETTINGS.rulesHardDeny,
  environment: SETTINGS.rulesEnvironment,
};
