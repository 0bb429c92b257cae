import { table } from '../common/table';
import { SETTINGS, type SettingKey } from './contributions';

/** Older names and those of similar programs. The user moves them. */
export const RENAMED_SETTINGS: Readonly<Record<string, SettingKey>> = table({
  classifierModel: SETTINGS.classifierModel,
  maxTranscriptLines: SETTINGS.classifierMaxTranscriptEntries,
  allow: SETTINGS.rulesAllow,
  soft_deny: SETTINGS.rulesSoftDeny,
  hard_deny: SETTINGS.rulesHardDeny,
  environment: SETTINGS.rulesEnvironment,
});
