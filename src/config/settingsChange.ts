import { SETTINGS, SETTINGS_PREFIX } from './contributions';
import { RENAMED_SETTINGS } from './renamedSettings';

const KEYS = [...Object.values(SETTINGS), ...Object.keys(RENAMED_SETTINGS)].map((key) => `${SETTINGS_PREFIX}.${key}`);

/** The editor checks only the first changed key with the prefix: `autoModeOther` may hide `autoMode`. */
export function affectsSettings(change: { affectsConfiguration(section: string): boolean }): boolean {
  return change.affectsConfiguration(SETTINGS_PREFIX) || KEYS.some((key) => change.affectsConfiguration(key));
}
